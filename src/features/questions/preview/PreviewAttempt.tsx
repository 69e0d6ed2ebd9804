/** 試し解き (trial run): a question set solved in memory, with its result at the end; nothing is stored or sent. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';

import { gradeAnswers } from '@/api/grading';
import type { Explanation, QuestionSet } from '@/api/question-sets';
import { FlowFooter } from '@/features/questions/player/FlowFooter';
import { QuestionPlayer } from '@/features/questions/player/QuestionPlayer';
import { ResultSummary } from '@/features/questions/solve/ResultSummary';
import { SolvingFlow, type SolvePlace } from '@/features/questions/solve/SolvingFlow';
import { createId } from '@/storage/unique-id';
import { type AnswerSheet, answersGiven, answerTo, emptySheet, withAnswer, withFlag } from '@/study/answer-sheet';
import { setInAttemptOrder } from '@/study/choice-order';
import { EmptyState } from '@/ui/EmptyState';

export interface PreviewAttemptProps {
  questionSet: QuestionSet;
  explanation: Explanation;
  onClose: () => void;
}

interface PreviewResultProps extends PreviewAttemptProps {
  sheet: AnswerSheet;
  onRestart: () => void;
}

/** The result of a trial run: the score, and each question, which opens its solution when pressed. */
function PreviewResult({ questionSet, explanation, sheet, onRestart, onClose }: PreviewResultProps) {
  const [shown, setShown] = useState<number>();
  const { questions } = questionSet;
  const answers = answersGiven(sheet, questions);
  const grades = gradeAnswers(explanation.questions, answers);
  const question = shown === undefined ? undefined : questions[shown - 1];
  if (shown !== undefined && question) {
    const solution = {
      correct: grades.results.find(({ questionId }) => questionId === question.id)?.correct,
      key: explanation.questions.find(({ questionId }) => questionId === question.id),
    };
    return (
      <div className="grid gap-16 min-w-0 max-w-720">
        <QuestionPlayer question={question} number={shown} answer={answerTo(sheet, question.id)} solution={solution} />
        <FlowFooter
          isEmbedded
          previousLabel="結果に戻る"
          onPrevious={() => setShown(undefined)}
          nextLabel="次へ"
          onNext={shown < questions.length ? () => setShown(shown + 1) : undefined}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-16 min-w-0 max-w-720">
      <ResultSummary
        questions={questions}
        answers={answers}
        grades={grades}
        badge={<span className="m-0 c-muted text-sm">試し解きの結果です。記録は残りません。</span>}
        onOpen={setShown}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onRestart}>
          もう一度解く
        </Button>
        <Button onClick={onClose}>試し解きを終える</Button>
      </Group>
    </div>
  );
}

export function PreviewAttempt(props: PreviewAttemptProps) {
  const { questionSet } = props;
  const [seed, setSeed] = useState(createId);
  const [sheet, setSheet] = useState(emptySheet);
  const [place, setPlace] = useState<SolvePlace>(1);
  const [isOver, setOver] = useState(false);
  if (questionSet.questions.length === 0) return <EmptyState title="問題はまだありません" />;
  const restart = () => {
    setSeed(createId());
    setSheet(emptySheet);
    setPlace(1);
    setOver(false);
  };
  if (isOver) return <PreviewResult {...props} sheet={sheet} onRestart={restart} />;
  return (
    <SolvingFlow
      isEmbedded
      questionSet={setInAttemptOrder(questionSet, seed)}
      sheet={sheet}
      place={place}
      onPlace={setPlace}
      onAnswer={(questionId, answer) => setSheet((before) => withAnswer(before, questionId, answer))}
      onFlag={(questionId) => setSheet((before) => withFlag(before, questionId))}
      onSubmit={() => setOver(true)}
      submitLabel="結果を見る"
      note={<p className="m-0 c-muted text-sm">試し解きです。解答は保存も送信もされません。</p>}
    />
  );
}
