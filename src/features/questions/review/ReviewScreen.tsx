/** The review of a question set: the user's own last answers, or for staff those of another user. */
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import type { Explanation, Question, QuestionSet } from '@/api/question-sets';
import { nameOf } from '@/api/users';
import { useQuestionsSeen } from '@/device/drafts/questions-seen';
import { FlowFooter } from '@/features/questions/player/FlowFooter';
import { QuestionPlayer } from '@/features/questions/player/QuestionPlayer';
import { useSolveKeys } from '@/features/questions/player/solve-keys';
import { useFocusOnChange } from '@/features/questions/player/use-focus-on-change';
import { AttemptBadge } from '@/features/questions/solve/AttemptBadge';
import type { ReviewSearch } from '@/features/questions/solve/question-search';
import { QuestionSetTitle } from '@/features/questions/solve/QuestionSetTitle';
import { RescoreNote, TodayScore } from '@/features/questions/solve/RescoreNote';
import { WrongAgain } from '@/features/questions/spaced/WrongAgain';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { useMe } from '@/queries/me';
import { userQueries } from '@/queries/people/users';
import { progressQueries, setProgressIn } from '@/queries/progress/progress';
import { newestAttempt, useExplanation, useSubmits } from '@/queries/progress/submits';
import { type Attempt, countWrong, type Grades, gradesOfToday, type SubmitEntry } from '@/study/attempts';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';

import classes from './ReviewScreen.module.css';
import noticeClasses from '@/features/questions/solve/SolveNotices.module.css';

export interface ReviewScreenProps {
  questionSetId: string;
  search: ReviewSearch;
  /** Shows another question, or restricts the review to wrong answers. */
  onGo: (search: ReviewSearch) => void;
  /** Returns to the review from 解き直し (retrying wrong answers). */
  onClose: () => void;
}

/** Notes above a review: a newer version of the set, a missing explanation, a refused submit. */
interface ReviewNotesProps {
  questionSet: QuestionSet;
  attempt: Attempt | undefined;
  isExplanationMissing: boolean;
  hasRefused?: boolean;
}

/**
 * True if the question set was changed after these answers were given, and they were not re-marked with its current
 * solution.
 */
export function wasChangedSince(
  { updatedAt }: QuestionSet,
  { questionSetUpdatedAt, answeredAt, rescored }: Attempt,
): boolean {
  if (updatedAt === undefined) return false;
  if (rescored && Date.parse(rescored.at) >= Date.parse(updatedAt)) return false;
  if (questionSetUpdatedAt !== undefined) return Date.parse(questionSetUpdatedAt) !== Date.parse(updatedAt);
  return Date.parse(answeredAt) < Date.parse(updatedAt);
}

function ReviewNotes({ questionSet, attempt, isExplanationMissing, hasRefused }: ReviewNotesProps) {
  const notes = [
    hasRefused && '最後に提出した解答は、サーバーが受け取れませんでした。画面上の「要確認」で再送できます。',
    attempt &&
      wasChangedSince(questionSet, attempt) &&
      '解いたあとに問題が更新されました。解答が、いまの問題と合わないことがあります。',
    isExplanationMissing &&
      attempt &&
      '正解と解説は、まだこの端末に保存されていません。つながるときに開くと表示されます。',
  ].filter((note) => typeof note === 'string');
  return (
    <>
      {notes.map((note) => (
        <div key={note} className={noticeClasses.notice} data-tone="wait">
          <p>{note}</p>
        </div>
      ))}
    </>
  );
}

interface ReviewFlowProps {
  questionSet: QuestionSet;
  /** The submit under review; undefined if no answers were submitted. */
  attempt: Attempt | undefined;
  entryState?: SubmitEntry['state'];
  explanation: Explanation | undefined;
  isExplanationMissing: boolean;
  /** True if the server refused the learner's own last submit. */
  hasRefused?: boolean;
  /** The learner's name, when the answers of another person are reviewed. */
  learnerName?: string;
  search: ReviewSearch;
  onGo: (search: ReviewSearch) => void;
}

interface ReviewQuestionsProps extends ReviewFlowProps {
  attempt: Attempt;
}

/** The numbers, from 1, of the questions to step through. */
export function numbersToWalk({ questions }: QuestionSet, { grades }: Attempt, isWrongOnly: boolean): number[] {
  const numbers = questions.map((_, index) => index + 1);
  if (!isWrongOnly || !grades) return numbers;
  const right = new Set(grades.results.filter(({ correct }) => correct).map(({ questionId }) => questionId));
  return numbers.filter((number) => !right.has(questions[number - 1]?.id ?? ''));
}

function ReviewQuestions({ questionSet, attempt, explanation, search, onGo }: ReviewQuestionsProps) {
  const container = useRef<HTMLDivElement>(null);
  const numbers = numbersToWalk(questionSet, attempt, search.wrong === true);
  const wanted = search.q ?? numbers[0] ?? 1;
  // If the wanted question is not among those to step through, show the next one that is.
  const number = numbers.find((each) => each >= wanted) ?? numbers.at(-1);
  const place = number === undefined ? -1 : numbers.indexOf(number);
  const goTo = (to: number | undefined) => to !== undefined && onGo({ ...search, q: to });
  const next = numbers[place + 1];
  const previous = place > 0 ? numbers[place - 1] : undefined;
  useSolveKeys(container, { onNext: () => goTo(next), onPrevious: () => goTo(previous) });
  useFocusOnChange(container, number ?? 0);
  const question = number === undefined ? undefined : questionSet.questions[number - 1];
  if (number === undefined || !question) {
    return (
      <EmptyState title="まちがえた問題はありません">
        <Button variant="light" onClick={() => onGo({ ...search, wrong: undefined })}>
          すべての問題を見る
        </Button>
      </EmptyState>
    );
  }
  const today = gradesOfToday(attempt, explanation, questionSet.questions);
  const resultIn = (grades: Grades | undefined) =>
    grades?.results.find(({ questionId }) => questionId === question.id)?.correct;
  const correct = resultIn(attempt.grades);
  const correctToday = resultIn(today) === correct ? undefined : resultIn(today);
  const key = explanation?.questions.find(({ questionId }) => questionId === question.id);
  return (
    <div ref={container} className="grid gap-16 min-w-0">
      <ReviewSteps
        questions={questionSet.questions}
        numbers={numbers}
        current={number}
        grades={attempt.grades}
        today={today}
        onOpen={goTo}
      />
      <QuestionPlayer
        key={question.id}
        question={question}
        number={number}
        answer={attempt.answers.find(({ questionId }) => questionId === question.id)}
        solution={{
          correct,
          correctToday,
          key,
          isGraded: attempt.grades !== undefined,
          isAnswerUnknown: attempt.hasAnswers === false,
        }}
      />
      <FlowFooter
        onPrevious={previous === undefined ? undefined : () => goTo(previous)}
        nextLabel="次へ"
        onNext={next === undefined ? undefined : () => goTo(next)}
      />
    </div>
  );
}

/** The score, and the buttons for the next steps. */
function ReviewHead({
  questionSet,
  attempt,
  entryState,
  explanation,
  learnerName,
  search,
  onGo,
}: ReviewQuestionsProps) {
  const { grades } = attempt;
  const isWrongOnly = search.wrong === true;
  return (
    <div className="row wrap justify-between gap-12">
      <div>
        <Text fw={700}>
          {learnerName && `${learnerName}さんの解答：`}
          {grades ? `${grades.score} / ${grades.maxScore} 問正解` : '採点は送信後'}
        </Text>
        <TodayScore attempt={attempt} explanation={explanation} questions={questionSet.questions} />
        <AttemptBadge attempt={attempt} state={entryState} />
      </div>
      <Group gap="xs">
        {grades && (
          <Button
            variant={isWrongOnly ? 'filled' : 'default'}
            aria-pressed={isWrongOnly}
            onClick={() => onGo({ ...search, wrong: isWrongOnly ? undefined : true })}
          >
            まちがいだけ
          </Button>
        )}
        {learnerName === undefined && (
          <LinkButton to="/question/solve/$questionSetId" params={{ questionSetId: questionSet.id }} variant="default">
            もう一度解く
          </LinkButton>
        )}
        {learnerName === undefined && explanation && countWrong(questionSet, attempt) > 0 && (
          <LinkButton
            to="/question/review/$questionSetId"
            params={{ questionSetId: questionSet.id }}
            search={{ again: true }}
            variant="light"
          >
            まちがえた問題だけ解き直す
          </LinkButton>
        )}
      </Group>
    </div>
  );
}

/** The review of a question set, one question at a time: the learner's answer, the right answer, the explanation. */
function ReviewFlow(props: ReviewFlowProps) {
  const { questionSet, attempt, learnerName } = props;
  return (
    <div className="grid gap-16 max-w-720 min-w-0 footer-room">
      <QuestionSetTitle questionSet={questionSet} suffix="の解答と解説" />
      {attempt && learnerName === undefined && <RescoreNote questionSetId={questionSet.id} attempt={attempt} />}
      <ReviewNotes {...props} />
      {attempt ? (
        <>
          <ReviewHead {...props} attempt={attempt} />
          <ReviewQuestions {...props} attempt={attempt} />
        </>
      ) : (
        <EmptyState title={learnerName ? `${learnerName}さんはまだ解いていません` : 'まだ解いていません'}>
          {!learnerName && (
            <LinkButton to="/question/solve/$questionSetId" params={{ questionSetId: questionSet.id }}>
              解く
            </LinkButton>
          )}
        </EmptyState>
      )}
    </div>
  );
}

/** The row of question numbers, marked right or wrong; pressing a number opens its question. */
interface ReviewStepsProps {
  questions: readonly Question[];
  /** The numbers, from 1, of the questions to show. */
  numbers: readonly number[];
  current: number;
  grades: Grades | undefined;
  /** The verdicts by the current solution, if they differ from the grades. */
  today: Grades | undefined;
  onOpen: (number: number) => void;
}

const words = { right: '正解', wrong: 'まちがい', open: '' };

const byQuestion = (grades: Grades | undefined) =>
  new Map(grades?.results.map(({ questionId, correct }) => [questionId, correct]));

const tones = { right: 'tone-ok', wrong: 'tone-bad', open: 'bg-surface' };

function ReviewSteps({ questions, numbers, current, grades, today, onOpen }: ReviewStepsProps) {
  const correctOf = byQuestion(grades);
  const correctTodayOf = byQuestion(today);
  return (
    <nav aria-label="問題の一覧">
      <ol className={classes.steps}>
        {numbers.map((number) => {
          const id = questions[number - 1]?.id ?? '';
          const correct = correctOf.get(id);
          const isContested = today !== undefined && correct !== correctTodayOf.get(id);
          const state = correct === undefined || isContested ? 'open' : correct ? 'right' : 'wrong';
          return (
            <li key={number}>
              <UnstyledButton
                className={`${classes.step} border-thick rounded-md center h-44 bold ${tones[state]}`}
                data-state={state}
                aria-current={number === current ? 'step' : undefined}
                aria-label={`問${number} ${isContested ? '正解の変更あり' : words[state]}`.trim()}
                onClick={() => onOpen(number)}
              >
                {number}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function OwnReview({ questionSetId, search, onGo, onClose }: ReviewScreenProps) {
  const { data: current } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  const { explanation, isMissing } = useExplanation(questionSetId);
  const submits = useSubmits(questionSetId);
  // The progress may be missing: a submit queued on this device can be reviewed without the server.
  const { data: progress, error } = useQuery(progressQueries.detail(useMe().id));
  const { attempt, entry } = newestAttempt(setProgressIn(progress, questionSetId), submits ?? [], explanation);
  const questionSet = useQuestionsSeen(current, attempt?.questionSetUpdatedAt);
  if (!submits) return null;
  if (error && !progress && !attempt) throw error;
  if (search.again && attempt?.grades) {
    return (
      <div className="grid gap-16 max-w-720 min-w-0 footer-room">
        <QuestionSetTitle questionSet={current} suffix="の解き直し" />
        <WrongAgain questionSet={current} attempt={attempt} closeLabel="解答と解説に戻る" onClose={onClose} />
      </div>
    );
  }
  return (
    <ReviewFlow
      questionSet={questionSet}
      attempt={attempt}
      entryState={entry?.state}
      explanation={explanation}
      isExplanationMissing={isMissing}
      hasRefused={submits.at(-1)?.state === 'refused'}
      search={search}
      onGo={onGo}
    />
  );
}

function UserReview({ questionSetId, search, onGo, userId }: ReviewScreenProps & { userId: string }) {
  const { data: questionSet } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  const { explanation, isMissing } = useExplanation(questionSetId);
  const { attempt } = newestAttempt(setProgressIn(progress, questionSetId), [], explanation);
  return (
    <ReviewFlow
      questionSet={questionSet}
      attempt={attempt}
      explanation={explanation}
      isExplanationMissing={isMissing}
      learnerName={nameOf(user)}
      search={search}
      onGo={onGo}
    />
  );
}

export function ReviewScreen(props: ReviewScreenProps) {
  const me = useMe();
  const { user } = props.search;
  return user === undefined || user === me.id ? <OwnReview {...props} /> : <UserReview {...props} userId={user} />;
}
