/**
 * One round of 復習 (review) or 解き直し (retry): one question after another, each with its solution at once; questions
 * answered wrong are repeated at the end.
 */
import { Alert, Anchor, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { gradeAnswer } from '@/api/grading';
import { isGone } from '@/api/network/errors';
import type { Explanation, Question } from '@/api/question-sets';
import { type RoundName, type StoredRound, useRoundKeeper } from '@/device/review-round';
import { useKeepSpacedReview, useReviewClock } from '@/device/spaced-reviews';
import { chooseIn } from '@/features/questions/player/ChoiceCards';
import { FlowFooter } from '@/features/questions/player/FlowFooter';
import { QuestionPlayer } from '@/features/questions/player/QuestionPlayer';
import { useSolveKeys } from '@/features/questions/player/solve-keys';
import { useFocusOnChange } from '@/features/questions/player/use-focus-on-change';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { type AnswerValue, isAnswer } from '@/study/answer-sheet';
import { inAttemptOrder } from '@/study/choice-order';
import { typeNames } from '@/study/question-type-names';
import {
  afterRoundAnswer,
  LEARNT,
  type SpacedReviewItem,
  spacedReviewKey,
  type SpacedReviewRecord,
} from '@/study/spaced-review-schedule';
import { Meter } from '@/ui/charts/Meter';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { nextTimeWords } from './spaced-review-words';

import classes from './SpacedReviewRound.module.css';
import '@mantine/core/styles/Alert.layer.css';

const ASKED_AGAIN = 'まちがえた問題は、最後にもう一度出ます。';

/** The result of a round. */
export interface RoundResult {
  /** True for each question whose first answer in the round was right, by {@link spacedReviewKey}. */
  correct: ReadonlyMap<string, boolean>;
  /** The number of questions that could not be shown, because they are not on this device and there is no network. */
  missing: number;
}

/** A round's progress. */
export interface RoundPlace {
  queue: readonly SpacedReviewItem[];
  /** The number of questions of the round that are done. */
  from: number;
  correct: RoundResult['correct'];
}

/** Restores a stored round, with only those questions that are still in `items`. */
export function resumedFrom(stored: StoredRound, items: readonly SpacedReviewItem[]): RoundPlace {
  const known = new Map(items.map((item) => [spacedReviewKey(item), item]));
  const found = (keys: readonly string[]) => keys.flatMap((key) => known.get(key) ?? []);
  return {
    queue: found(stored.queue),
    from: found(stored.queue.slice(0, stored.from)).length,
    correct: new Map(stored.correct),
  };
}

export interface SpacedReviewRoundProps {
  /** The key under which the unfinished round is stored on the device. */
  name: RoundName;
  items: readonly SpacedReviewItem[];
  /** The stored state of an unfinished round, to continue from. */
  resumed?: RoundPlace;
  onEnd: (result: RoundResult) => void;
}

/** Removes questions that no longer exist from the review schedule. */
function useForgetGone(items: readonly SpacedReviewItem[], materialOf: (item: SpacedReviewItem) => Material): void {
  const keepSpacedReview = useKeepSpacedReview();
  const clock = useReviewClock();
  const forgotten = useRef(new Set<string>());
  const forget = useEffectEvent(() => {
    for (const item of items) {
      if (forgotten.current.has(spacedReviewKey(item)) || materialOf(item).kind !== 'gone') continue;
      forgotten.current.add(spacedReviewKey(item));
      // Ignored: if storing fails, the question is due again next time and is removed then.
      void keepSpacedReview(item, { streak: LEARNT, at: clock() }).catch(() => undefined);
    }
  });
  useEffect(() => forget());
}

/** The state of a round: the current question, the answers so far, and the questions to come. */
function useRound({ name, items, resumed, onEnd }: SpacedReviewRoundProps) {
  const keepSpacedReview = useKeepSpacedReview();
  const clock = useReviewClock();
  const { keep: keepRound } = useRoundKeeper(name);
  const materialOf = useSpacedReviewMaterial(items);
  const [queue, setQueue] = useState(resumed?.queue ?? items);
  const [from, setFrom] = useState(resumed?.from ?? 0);
  const [answer, setAnswer] = useState<AnswerValue>();
  /** The question's review record after it was answered; undefined before. */
  const [checked, setChecked] = useState<SpacedReviewRecord>();
  const [isUnsaved, setUnsaved] = useState(false);
  const [correct, setCorrect] = useState<RoundResult['correct']>(resumed?.correct ?? new Map());
  useForgetGone(items, materialOf);

  const isShowable = (item: SpacedReviewItem) => ['ready', 'loading'].includes(materialOf(item).kind);
  const place = queue.findIndex((item, index) => index >= from && isShowable(item));
  const item = queue[place];
  const material = item && materialOf(item);
  const over = checked ? place + 1 : from;
  const keepPlace = useEffectEvent((placeOver: number) =>
    keepRound({ queue: queue.map(spacedReviewKey), from: placeOver, correct: [...correct] }),
  );
  useEffect(() => {
    if (correct.size > 0) keepPlace(over);
  }, [over, correct]);
  const missing = items.filter((each) => materialOf(each).kind === 'missing').length;

  async function check(): Promise<void> {
    if (!item || material?.kind !== 'ready' || checked || !isAnswer(answer)) return;
    const isRight = gradeAnswer(material.key, answer);
    const record = afterRoundAnswer(item.record, isRight, clock());
    setChecked(record);
    setCorrect((before) =>
      before.has(spacedReviewKey(item)) ? before : new Map(before).set(spacedReviewKey(item), isRight),
    );
    if (!isRight) setQueue((before) => [...before, { ...item, record }]);
    await keepSpacedReview(item, record).then(
      () => setUnsaved(false),
      () => setUnsaved(true),
    );
  }

  function goOn(): void {
    setFrom(place + 1);
    setAnswer(undefined);
    setChecked(undefined);
    if (!queue.some((each, index) => index > place && isShowable(each))) onEnd({ correct, missing });
  }
  const end = () => onEnd({ correct, missing });
  return { queue, place, item, material, answer, setAnswer, checked, isUnsaved, check, goOn, end };
}

/** A link to the lesson that a question belongs to. */
function QuestionLesson({ lessonId }: { lessonId: string }) {
  const { data: lesson } = useQuery({ ...lessonQueries.detail(lessonId), staleTime: Infinity, throwOnError: false });
  return (
    <p className={classes.lesson}>
      レッスン：
      <Anchor component={Link} to={`/lessons/${lessonId}`} className={classes.link}>
        {lesson?.title ?? 'この問題のレッスン'}
      </Anchor>
    </p>
  );
}

interface AfterAnswerProps {
  isRight: boolean;
  record: SpacedReviewRecord;
  lessonId: string | undefined;
}

/** The notes below a solution: when the question is due again, and which lesson explains it. */
function AfterAnswer({ isRight, record, lessonId }: AfterAnswerProps) {
  const clock = useReviewClock();
  return (
    <div>
      <Text>{isRight ? nextTimeWords(record, clock()) : ASKED_AGAIN}</Text>
      {lessonId && <QuestionLesson lessonId={lessonId} />}
    </div>
  );
}

export function SpacedReviewRound(props: SpacedReviewRoundProps) {
  const container = useRef<HTMLDivElement>(null);
  const round = useRound(props);
  const { queue, place, item, material, answer, setAnswer, checked, end } = round;
  // The question's last review seeds the shuffled order of its choices: the order stays the same until the answer is
  // stored, and changes when the question comes again.
  const question = material?.kind === 'ready' ? inAttemptOrder(material.question, `${item?.record.at}`) : undefined;
  const goOn = () => (checked ? round.goOn() : void round.check());
  const choose = (index: number) => {
    const choice = question?.choices[index];
    if (!question || !choice || question.type === 'order' || checked) return;
    setAnswer({ choiceIds: chooseIn(question, answer?.choiceIds ?? [], choice.id) });
  };
  useSolveKeys(container, { onChoose: choose, onNext: goOn, onPrevious: () => undefined });
  useFocusOnChange(container, place + 1);
  const endNow = useEffectEvent(end);
  useEffect(() => {
    if (place === -1) endNow();
  }, [place]);

  if (material?.kind !== 'ready' || !question) return <ScreenSkeleton shape="text" />;
  const again = queue.length - props.items.length;
  const isRight = checked && gradeAnswer(material.key, answer);
  const solution = checked && { correct: isRight, key: material.key };
  return (
    <div ref={container} className="grid gap-16 max-w-720 min-w-0 footer-room">
      <div>
        <p className="m-0-0-8 c-muted text-sm">
          {place + 1} / {queue.length} 問・{typeNames[question.type]}
          {again > 0 && `・うち${again}問はもう一度`}
        </p>
        <Meter label="復習の進捗" done={place} all={queue.length} />
      </div>
      <QuestionPlayer
        key={place}
        question={question}
        number={place + 1}
        answer={answer}
        onAnswer={setAnswer}
        solution={solution}
      />
      {/* The live region is in the page before its text: screen readers do not announce a region that arrives
          with text. */}
      <VisuallyHidden role="status">
        {checked && (isRight ? '正解です。' : `まちがいです。${ASKED_AGAIN}`)}
      </VisuallyHidden>
      {checked && <AfterAnswer isRight={isRight === true} record={checked} lessonId={material.lessonId} />}
      {round.isUnsaved && (
        <Alert color="red" role="alert">
          この復習の結果は、端末に保存できませんでした。空き容量を確かめてください。
        </Alert>
      )}
      <FlowFooter
        previousLabel="終わる"
        previousKey=""
        onPrevious={end}
        nextLabel={checked ? '次へ' : '答え合わせ'}
        onNext={checked || isAnswer(answer) ? goOn : undefined}
      />
    </div>
  );
}

// Loads the questions and solutions of a review round, from the server or the cache.

/**
 * A question with its solution, or why it cannot be shown: `missing` = not on this device while offline, `gone` =
 * deleted, or not available to this learner.
 */
type Material =
  | { kind: 'ready'; question: Question; key: Explanation['questions'][number]; lessonId: string | undefined }
  | { kind: 'loading' | 'missing' | 'gone' };

/** Returns a function that looks up a question's material; requests each question set only once. */
function useSpacedReviewMaterial(items: readonly SpacedReviewItem[]): (item: SpacedReviewItem) => Material {
  const ids = [...new Set(items.map(({ questionSetId }) => questionSetId))];
  const sets = useQueries({ queries: ids.map((id) => ({ ...questionSetQueries.detail(id), throwOnError: false })) });
  const keys = useQueries({
    queries: ids.map((id) => ({ ...questionSetQueries.explanation(id), throwOnError: false })),
  });
  return ({ questionSetId, questionId }) => {
    const index = ids.indexOf(questionSetId);
    const [set, keySet] = [sets[index], keys[index]];
    if (!set || !keySet) return { kind: 'missing' };
    if (isGone(set.error)) return { kind: 'gone' };
    if (!set.data || !keySet.data) return { kind: set.isError || keySet.isError ? 'missing' : 'loading' };
    const question = set.data.questions.find(({ id }) => id === questionId);
    const key = keySet.data.questions.find((each) => each.questionId === questionId);
    if (question && key) return { kind: 'ready', question, key, lessonId: set.data.lessonId };
    // A cached set may be older than the question: only a response of the server shows that the question no longer
    // exists.
    if (set.isFetching || keySet.isFetching) return { kind: 'loading' };
    const isOfServer = [set, keySet].every(({ data, isError }) => !isError && data?.cachedAt === undefined);
    return { kind: isOfServer ? 'gone' : 'missing' };
  };
}
