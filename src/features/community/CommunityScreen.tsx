/** The screen of the chat community (Discord): what it is, its rules and the link to join. */
import { Button, Card, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import IconExternalLink from '~icons/external-link';
import IconMessages from '~icons/messages';

import { infoQueries } from '@/queries/info';
import { useReachability } from '@/queries/reachability';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import classes from './CommunityScreen.module.css';

const uses = [
  ['質問する', 'レッスンや問題でわからないことを、同じコースの仲間や講師に聞けます。'],
  ['教え合う', 'うまくいった学び方や、役に立った資料を分かち合えます。'],
  ['知らせを受け取る', '新しいコースや勉強会のお知らせが届きます。'],
];

function Invitation({ url }: { url: string }) {
  const isReachable = useReachability();
  return (
    <Card className={classes.card} padding="lg">
      <div className={`${classes.head} row gap-16`}>
        <span className={`${classes.mark} center flex-none bg-tint c-primary`} aria-hidden>
          <IconMessages size={28} stroke={1.8} />
        </span>
        <div>
          <h2 className="m-0 text-xl">学ぶ人どうしの場所</h2>
          <Text size="sm" c="dimmed">
            チャットサービスの Discord にあります
          </Text>
        </div>
      </div>
      <dl className={classes.uses}>
        {uses.map(([what, how]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={classes.button}
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        Discordを開く
        <VisuallyHidden>（新しいウィンドウ）</VisuallyHidden>
      </Button>
      {!isReachable && (
        <Text size="sm" role="status" className={`${classes.offline} justify-self-start bg-wait edge c-wait`}>
          オフラインです。開くには通信が必要です。
        </Text>
      )}
      <Text size="sm" c="dimmed">
        参加には Discord のアカウントが必要です。社外秘の情報や個人情報は書き込まないでください。
      </Text>
    </Card>
  );
}

export function CommunityScreen() {
  const { data: info } = useSuspenseQuery(infoQueries.general());
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/community'].title}</PageTitle>
      {info.communityUrl ? (
        <Invitation url={info.communityUrl} />
      ) : (
        <EmptyState title="コミュニティはまだありません">用意ができると、ここから参加できます。</EmptyState>
      )}
    </Stack>
  );
}
