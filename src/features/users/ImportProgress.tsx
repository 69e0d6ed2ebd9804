/** Shows a running import: its progress, the time left and a stop button. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';

import type { useImport } from './use-import';

import '@mantine/core/styles/Progress.layer.css';

export function ImportProgress({ results, all, isWaiting, timeLeft, stop }: ReturnType<typeof useImport>) {
  return (
    <Stack gap={4}>
      <Group wrap="nowrap">
        <Progress.Root flex={1} bg="var(--m-track)">
          <Progress.Section
            value={(results.length / all.length) * 100}
            color="var(--m-primary)"
            aria-label="取り込みの進捗"
          />
        </Progress.Root>
        <Text size="sm" miw="6em" ta="end">
          {results.length} / {all.length}
        </Text>
        <Button variant="default" onClick={stop}>
          止める
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mih="1.6em" role="status">
        {isWaiting ? 'サーバーが混み合っています。少し待ってから続けます。' : timeLeft}
      </Text>
    </Stack>
  );
}
