/**
 * The preview of an import: each question as it will be added, and the rejected ones with the reason. Texts are shown
 * as source, never rendered.
 */
import { Button, VisuallyHidden } from '@mantine/core';

import type { QuestionForm } from '@/features/question-set-editor/question-set-form';
import type { FileEntry } from '@/study/question-files/file-question';
import { typeNames } from '@/study/question-type-names';
import { firstLetters } from '@/ui/formats';

import type { PlannedQuestion, QuestionPlan } from './plan-questions';
import { saveQuestionFile } from './save-questions';

import classes from './PlannedQuestions.module.css';

const MOST_LEFT_OUT_SHOWN = 200;
const TEXT_LENGTH = 80;

function Answers({ question }: { question: QuestionForm }) {
  if (question.type === 'text') {
    return (
      <ul className={classes.choices}>
        {question.acceptedAnswers.map((answer, index) => (
          <li key={`${index}-${answer}`} data-correct>
            <span className="c-ok text-sm bold">正解</span>
            <span>{answer}</span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className={classes.choices}>
      {question.choices.map(({ id, body }, index) => {
        const isCorrect = question.correctChoiceIds.includes(id);
        return (
          <li key={id} data-correct={isCorrect || undefined}>
            <span className="c-ok text-sm bold">
              {question.type === 'order' ? (
                `${index + 1}番目`
              ) : isCorrect ? (
                '正解'
              ) : (
                <VisuallyHidden>誤り</VisuallyHidden>
              )}
            </span>
            <span>{body}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Planned({ line, notes, question }: PlannedQuestion) {
  return (
    <li className={`${classes.question} grid p-12-16 gap-6 break-anywhere`}>
      <p className={`${classes.about} flex wrap c-muted text-sm`}>
        <span>{typeNames[question.type]}</span>
        <span>{line}行目</span>
      </p>
      <p className={classes.text}>{question.body}</p>
      <Answers question={question} />
      {question.explanation !== '' && <p className={classes.explanation}>{`解説：${question.explanation}`}</p>}
      {notes.map((note) => (
        <p key={note} className="m-0 c-wait text-sm">
          {note}
        </p>
      ))}
    </li>
  );
}

function LeftOut({ entries }: { entries: readonly FileEntry[] }) {
  if (entries.length === 0) return null;
  const scroll = { role: 'region', tabIndex: 0, 'aria-labelledby': 'left-out' };
  const hidden = entries.length - MOST_LEFT_OUT_SHOWN;
  return (
    <div className={`${classes.part} grid min-w-0 gap-8`}>
      <h4 id="left-out">追加しない問題（{entries.length}問）</h4>
      <div className={`${classes.faults} p-8-16 border rounded-lg bg-surface`} {...scroll}>
        <ul>
          {entries.slice(0, MOST_LEFT_OUT_SHOWN).map(({ line, text, notes }) => (
            <li key={line}>
              <strong>{line}行目</strong>
              <span>{notes.join(' ')}</span>
              <span className="w-full c-muted text-sm">{firstLetters(text, TEXT_LENGTH)}</span>
            </li>
          ))}
          {hidden > 0 && <li>ほかに{hidden}問あります。</li>}
        </ul>
      </div>
    </div>
  );
}

/** Offers the questions beyond a set's limit as a file, for importing into another set. */
function Remaining({ name, questions }: { name: string; questions: QuestionPlan['remaining'] }) {
  if (questions.length === 0) return null;
  const save = () => void saveQuestionFile(`${name || '問題'}（残り）`, questions);
  return (
    <div className="grid justify-items-start gap-8">
      <p className="m-0 c-wait text-sm">
        {`1つの問題集は100問までのため、あとの${questions.length}問は入りません。残りをCSVで保存して、次の問題集に追加できます。`}
      </p>
      <Button size="sm" variant="default" onClick={save}>
        残りの{questions.length}問をCSVで保存
      </Button>
    </div>
  );
}

/** Lists the questions of an import. @param plan.added is in the order in which the questions are added. */
export function PlannedQuestions({ name, plan }: { name: string; plan: QuestionPlan }) {
  return (
    <>
      <Remaining name={name} questions={plan.remaining} />
      <LeftOut entries={plan.leftOut} />
      {plan.added.length > 0 && (
        <section aria-labelledby="planned" className={`${classes.part} grid min-w-0 gap-8`}>
          <h4 id="planned">追加する問題（{plan.added.length}問）</h4>
          <ol className={`${classes.questions} divided`}>
            {plan.added.map((planned) => (
              <Planned key={planned.question.id} {...planned} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
