/** The screen for solving a question set, and for the result after 提出 (submit). */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { QuestionSet } from '@/api/question-sets';
import type { SaveState } from '@/device/drafts/device-attempt';
import type { DraftOrigin } from '@/device/drafts/open-attempt';
import { type AnswerDraftControl, useAnswerDraft } from '@/device/drafts/use-answer-draft';
import { useNextLesson } from '@/device/next-lesson';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { useExplanation, useSubmits } from '@/queries/progress/submits';
import type { StorageError } from '@/storage/storage-error';
import { type AnswerSheet, answerTo, isAnswer } from '@/study/answer-sheet';
import type { SubmitEntry } from '@/study/attempts';
import { EmptyState } from '@/ui/EmptyState';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import type { SolveSearch } from './question-search';
import { QuestionSetTitle } from './QuestionSetTitle';
import { ResultScreen } from './ResultScreen';
import { type SolvePlace, SolvingFlow } from './SolvingFlow';
import type { SolveSteps } from './use-solve-steps';

import '@mantine/core/styles/Alert.layer.css';
import classes from './SolveAttempt.module.css';
import noticeClasses from './SolveNotices.module.css';

export interface SolveScreenProps extends SolveSteps {
  questionSetId: string;
  search: SolveSearch;
  /** Returns to the result from 解き直し (retrying wrong answers). */
  onClose: () => void;
  /** Opens a question in the review by its number, from 1. */
  onReview: (number: number) => void;
}

/** Notices before solving: earlier answers, a queued submit, a newer version of the questions. */
interface SolveNoticesProps {
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
    <div className={noticeClasses.notice} data-tone="wait">
      <p>{submitWords[earlier.state]}</p>
      <Button variant="default" size="compact-md" onClick={() => onGo({ submit: earlier.call.submit.clientSubmitId })}>
        その結果を見る
      </Button>
    </div>
  );
}

function SolveNotices({ submits, draft, onGo }: SolveNoticesProps) {
  const words = originWords[draft.origin];
  return (
    <>
      {draft.newer && (
        <div className={noticeClasses.newer} role="alert">
          <strong>この問題は更新されました</strong>
          <p className="m-0-0-8">
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
        <div className={noticeClasses.notice}>
          <p>{words}</p>
        </div>
      ) : (
        <EarlierSubmit submits={submits} onGo={onGo} />
      )}
    </>
  );
}

interface SolveAttemptProps extends SolveSteps {
  questionSet: QuestionSet;
  search: SolveSearch;
}

const searchOf = (place: SolvePlace): SolveSearch => (place === 'overview' ? { view: 'overview' } : { q: place });

/** Returns where an attempt continues: at the first unanswered question, or at the overview if all are answered. */
export function firstOpenPlace({ questions }: QuestionSet, sheet: AnswerSheet): SolvePlace {
  const open = questions.findIndex(({ id }) => !isAnswer(answerTo(sheet, id)));
  return open < 0 ? 'overview' : open + 1;
}

interface SolveDraftProps extends SolveAttemptProps {
  draft: AnswerDraftControl;
}

function SolveDraft({ draft, search, onGo, onSubmitted }: SolveDraftProps) {
  const [start] = useState(() => firstOpenPlace(draft.questionSet, draft.sheet));
  const submit = useMutation<string, StorageError>({
    mutationFn: () => draft.submit(),
    onSuccess: onSubmitted,
    // 'leaving': another user has signed in, and this page has not reacted to that yet. Reload, so that the app
    // restarts for that user.
    onError: ({ reason }) => reason === 'leaving' && globalThis.location.reload(),
  });
  const isUnsaved = submit.isError && submit.error.reason !== 'leaving';
  // Show the overview while submitting: meanwhile the page goes back in the history to where the attempt was opened,
  // and the questions of the entries in between must not flash up.
  const place = submit.isPending ? 'overview' : (search.view ?? search.q ?? start);
  const handleClear = () => {
    draft.clear();
    onGo({ q: 1 }, true);
  };
  return (
    <SolvingFlow
      questionSet={draft.questionSet}
      sheet={draft.sheet}
      place={place}
      onPlace={(next) => onGo(searchOf(next))}
      onAnswer={draft.answer}
      onFlag={draft.flag}
      onSubmit={() => submit.mutate()}
      isSubmitting={submit.isPending}
      note={<SaveNote state={draft.saveState} onSaveAgain={draft.saveAgain} />}
      overviewNote={
        <Stack gap="sm">
          <SaveNote state={draft.saveState} onSaveAgain={draft.saveAgain} />
          {isUnsaved && (
            <Alert color="red" role="alert" title="提出できませんでした">
              この端末に保存できず、送信もされていません。解答はこの画面に残っています。端末の空き容量を確かめて、もう一度「提出する」を押してください。
            </Alert>
          )}
          {draft.sheet.answers.length > 0 && (
            <div>
              <ConfirmButton
                label="解答をすべて消す"
                question="解答をすべて消して、はじめからやり直しますか？"
                onConfirm={handleClear}
              />
            </div>
          )}
        </Stack>
      }
    />
  );
}

/** One attempt at a question set: answers are stored on the device, and 提出 (submit) adds them to the queue. */
function SolveAttempt({ questionSet, search, ...steps }: SolveAttemptProps) {
  const draft = useAnswerDraft(questionSet);
  const submits = useSubmits(questionSet.id);
  return (
    <div className="grid gap-8 max-w-720">
      <QuestionSetTitle questionSet={questionSet} />
      {/* Both together, so that nothing shifts. */}
      {draft && submits && (
        <>
          <SolveNotices submits={submits} draft={draft} onGo={steps.onGo} />
          <SolveDraft questionSet={questionSet} draft={draft} search={search} {...steps} />
        </>
      )}
    </div>
  );
}

const words = {
  nothing: '',
  saving: '保存しています…',
  saved: '解答はこの端末に保存されています',
} satisfies Record<Exclude<SaveState, 'failed'>, string>;

/** A note that the answers are stored on the device, or that storing failed. */
function SaveNote({ state, onSaveAgain }: { state: SaveState; onSaveAgain: () => void }) {
  if (state === 'failed') {
    return (
      <Alert color="red" role="alert" title="解答をこの端末に保存できませんでした">
        <p className="m-0-0-8">
          この画面を閉じると、いまの解答は消えます。端末の空き容量を確かめてください。提出はこのまま試せます。
        </p>
        <Button variant="default" onClick={onSaveAgain}>
          もう一度保存する
        </Button>
      </Alert>
    );
  }
  // Always render the note's line, even if empty, so that the layout does not shift.
  return (
    <p className={`${classes.note} m-0 c-muted text-sm`} data-state={state}>
      {words[state]}
    </p>
  );
}

export function SolveScreen({ questionSetId, search, onReview, onClose, ...steps }: SolveScreenProps) {
  const { data: questionSet } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  // Prefetch the explanation after the first render, so that answers can be graded offline.
  useExplanation(questionSetId);
  // Prefetch the next lesson, too, because the result links to it.
  const next = useNextLesson(questionSet.lessonId);
  if (search.submit !== undefined) {
    return (
      <ResultScreen
        questionSet={questionSet}
        submitId={search.submit}
        next={next}
        isAgain={search.again === true}
        onClose={onClose}
        onReview={onReview}
      />
    );
  }
  if (questionSet.questions.length === 0) {
    return (
      <>
        <QuestionSetTitle questionSet={questionSet} />
        <EmptyState title="問題はまだありません" />
      </>
    );
  }
  return <SolveAttempt key={questionSetId} questionSet={questionSet} search={search} {...steps} />;
}
