/** Notices before solving: earlier answers, a queued submit, a newer version of the questions. */
import { Button, Group } from '@mantine/core';

import type { DraftOrigin } from '@/device/drafts/open-attempt';
import type { AnswerDraftControl } from '@/device/drafts/use-answer-draft';
import type { SubmitEntry } from '@/study/attempts';

import type { SolveSearch } from './question-search';

import classes from './SolveNotices.module.css';

export interface SolveNoticesProps {
  /** The submits of this question set: queued, refused and received. */
  submits: readonly SubmitEntry[];
  draft: AnswerDraftControl;
  onGo: (search: SolveSearch) => void;
}

const originWords = {
  new: undefined,
  restored: '前回の続きです。解答はこの端末に残っていました。',
  'carried-over': '問題が更新されたため、いまもある問題の解答だけを引き継ぎました。',
} satisfies Record<DraftOrigin, string | undefined>;

const submitWords = {
  queued: '前に提出した解答は送信待ちです。これは新しい解答になります。',
  refused: '前に提出した解答は、サーバーが受け取れませんでした（要確認）。',
};

/** A notice of the latest submit that the server has not received, with a link to it. */
function EarlierSubmit({ submits, onGo }: Pick<SolveNoticesProps, 'submits' | 'onGo'>) {
  const earlier = submits.findLast(({ state }) => state !== 'sent');
  if (!earlier || earlier.state === 'sent') return null;
  return (
    <div className={classes.notice} data-tone="wait">
      <p>{submitWords[earlier.state]}</p>
      <Button variant="default" size="compact-md" onClick={() => onGo({ submit: earlier.call.submit.clientSubmitId })}>
        その結果を見る
      </Button>
    </div>
  );
}

export function SolveNotices({ submits, draft, onGo }: SolveNoticesProps) {
  const words = originWords[draft.origin];
  return (
    <>
      {draft.newer && (
        <div className={classes.newer} role="alert">
          <strong>この問題は更新されました</strong>
          <p className="m-0-0-10">
            解きはじめたあとに、問題が書き直されました。切り替えても、いまもある問題の解答は引き継ぎます。
          </p>
          <Group gap="xs">
            <Button onClick={draft.takeNewer}>新しい問題に切り替える</Button>
            <Button variant="default" onClick={draft.keepSeen}>
              このまま続ける
            </Button>
          </Group>
        </div>
      )}
      {words ? (
        <div className={classes.notice}>
          <p>{words}</p>
        </div>
      ) : (
        <EarlierSubmit submits={submits} onGo={onGo} />
      )}
    </>
  );
}
