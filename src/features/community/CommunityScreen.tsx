/** The chat community: what it is, and the way there. */
import { Button, Card, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { infoQueries } from '@/queries/info';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import classes from './CommunityScreen.module.css';

export function CommunityScreen() {
  const { data: info } = useSuspenseQuery(infoQueries.general());
  return (
    <Stack gap="md">
      <PageTitle>コミュニティ</PageTitle>
      {info.communityUrl ? (
        <Card className={classes.card}>
          <Text>
            学んでいる人どうしで質問したり、気づいたことを分かち合ったりする場所です。Discord
            というサービスを使っていて、参加には Discord のアカウントが必要です。
          </Text>
          <Text size="sm" c="dimmed">
            社外秘の情報や個人情報は書き込まないでください。
          </Text>
          <Button
            component="a"
            href={info.communityUrl}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={classes.button}
          >
            Discordを開く
            <VisuallyHidden>（新しいウィンドウ）</VisuallyHidden>
          </Button>
        </Card>
      ) : (
        <EmptyState title="コミュニティはまだありません">用意ができると、ここから参加できます。</EmptyState>
      )}
    </Stack>
  );
}
