/** The solution of a question: the learner's answer, the right answer, and the explanation. */
import { isAnswer } from '@/study/answer-sheet';

import { QuestionText } from './QuestionText';
import type { SolutionProps } from './solution';
import { SolutionChoices } from './SolutionChoices';
import { SolutionOrder } from './SolutionOrder';
import { VerdictMark } from './VerdictMark';

import classes from './SolutionView.module.css';

function SolutionText({ answer, solution }: SolutionProps) {
  const accepted = solution.key?.acceptedAnswers ?? [];
  return (
    <dl className={classes.texts}>
      <dt>解答</dt>
      <dd>{isAnswer(answer) ? answer?.text : solution.isAnswerUnknown ? '–' : '未解答'}</dd>
      {accepted.length > 0 && (
        <>
          <dt>正解</dt>
          <dd>{accepted.join('、')}</dd>
        </>
      )}
    </dl>
  );
}

function Solution(props: SolutionProps) {
  switch (props.question.type) {
    case 'single':
    case 'multiple':
      return <SolutionChoices {...props} />;
    case 'text':
      return <SolutionText {...props} />;
    case 'order':
      return <SolutionOrder {...props} />;
  }
}

export function SolutionView(props: SolutionProps) {
  const { question, answer, solution } = props;
  const known = new Set(question.choices.map(({ id }) => id));
  const hasLostChoices = (answer?.choiceIds ?? []).some((id) => !known.has(id));
  return (
    <div className={classes.solution}>
      <p className={classes.verdict}>
        <VerdictMark
          correct={solution.correct}
          correctToday={solution.correctToday}
          isAnswered={solution.isAnswerUnknown ? undefined : isAnswer(answer)}
        />
      </p>
      <Solution {...props} />
      {hasLostChoices && <p className={classes.note}>選んだ選択肢の一部は、問題の更新でなくなりました。</p>}
      {solution.key && solution.key.explanation.trim() !== '' && (
        <div className={classes.explanation}>
          <h3 className={classes.heading}>解説</h3>
          <QuestionText text={solution.key.explanation} />
        </div>
      )}
    </div>
  );
}
