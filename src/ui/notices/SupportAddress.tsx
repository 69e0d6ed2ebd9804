/** The service's support address; renders nothing without one. */
import { Anchor, Text } from '@mantine/core';

import { mailtoOf } from '@/lib/mail-address';

export function SupportAddress({ address }: { address?: string }) {
  if (!address) return null;
  return (
    <Text size="sm">
      お問い合わせ:{' '}
      <Anchor href={mailtoOf(address)} underline="always" display="inline-block" py={12}>
        {address}
      </Anchor>
    </Text>
  );
}
