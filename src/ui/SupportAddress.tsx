/** The service's support address; renders nothing without one. */
import { Anchor, Text } from '@mantine/core';

export function SupportAddress({ address }: { address?: string }) {
  if (!address) return null;
  return (
    <Text size="sm">
      お問い合わせ:{' '}
      <Anchor
        href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}
        underline="always"
        display="inline-block"
        py={12}
      >
        {address}
      </Anchor>
    </Text>
  );
}
