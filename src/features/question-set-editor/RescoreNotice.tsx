/** Offers 再採点 (rescoring) if the saved solutions would give learners other scores than they have. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useCapabilities } from '@/queries/capabilities';
import { rescoreQueries, type ScoreChange, useRescore } from '@/queries/curriculum/rescore';
import { useCan } from '@/queries/me';
import { Meter } from '@/ui/charts/Meter';

import classes from './EditorNotices.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface RescoreNoticeProps {
  questionSetId: string;
  /** The version of the question set that was saved. */
  version: string;
}

const countOf = (changes: readonly ScoreChange[]) => changes.reduce((sum, { count }) => sum + count, 0);

function ChangeList({ changes }: { changes: readonly ScoreChange[] }) {
  return (
    <ul className="m-0 list-indent">
      {changes.map(({ before, after, maxScore, count }) => (
        <li key={[before, after, maxScore].join()}>
          {before === after
            ? `${before}点のまま、正解とまちがいが入れかわる：${count}件（${maxScore}点満点）`
            : `${before}点→${after}点：${count}件（${maxScore}点満点）`}
        </li>
      ))}
    </ul>
  );
}

function RescoreOffer({ questionSetId, changes }: { questionSetId: string; changes: readonly ScoreChange[] }) {
  const { start, status, changes: made, done, all } = useRescore(questionSetId);
  const [isRefused, setRefused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Scroll the notice into view, because after a save the focus is on the save bar, at the other end of the form.
  const isDone = made !== undefined;
  useEffect(() => {
    // The braces matter: `scrollIntoView` returns a promise in newer browsers, which must not become the effect's
    // cleanup.
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isDone]);
  if (isRefused) return null;
  if (made) {
    return (
      <Alert ref={box} role="status" color="green" className={classes.notice}>
        {`${countOf(made)}件を採点し直しました。受講者には、点数が変わったことを一度だけ表示します。`}
      </Alert>
    );
  }
  return (
    <Alert
      ref={box}
      role="status"
      title={`いまの正解では、提出済みの${countOf(changes)}件の採点が変わります`}
      className={classes.notice}
    >
      <ChangeList changes={changes} />
      <Text size="sm">発行済みの修了の記録は変わりません。正解を戻してもう一度採点すると、点数も戻ります。</Text>
      {status === 'error' && (
        <Text size="sm" role="alert">
          途中で止まりました。もう一度押すと、続きから採点します。
        </Text>
      )}
      {status === 'pending' ? (
        <div className="grid gap-4 w-full">
          <Meter label="再採点の進捗" done={done} all={Math.max(all, 1)} />
          <Text size="sm">{`${done} / ${all}件`}</Text>
        </div>
      ) : (
        <Group gap="xs">
          <Button onClick={start}>再採点する</Button>
          <Button variant="default" onClick={() => setRefused(true)}>
            いまはしない
          </Button>
        </Group>
      )}
    </Alert>
  );
}

export function RescoreNotice({ questionSetId, version }: RescoreNoticeProps) {
  const isAllowed = useCan('submit.rescore');
  const { hasRescore } = useCapabilities();
  const isEnabled = isAllowed && hasRescore;
  const { data = [] } = useQuery({ ...rescoreQueries.plan(questionSetId, version), enabled: isEnabled });
  if (!isEnabled || data.length === 0) return null;
  return <RescoreOffer key={version} questionSetId={questionSetId} changes={data} />;
}
