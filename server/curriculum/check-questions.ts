import { Problem } from '@server/http/problem';
/** What a question must have to be answerable, by its type (decisions §1, Question set). */
import type * as z from 'zod/mini';

import type { FieldError } from '@/api/errors';
import type { NewQuestion, newQuestionSchema } from '@/api/question-sets';

type ParsedQuestion = z.output<typeof newQuestionSchema>;
type Finding = [field: keyof ParsedQuestion, message: string];

function hasDuplicates(ids: readonly string[]): boolean {
  return new Set(ids).size !== ids.length;
}

function checkChoices({ type, choices }: ParsedQuestion): Finding[] {
  if (type === 'text') return choices.length > 0 ? [['choices', '記述式の問題に選択肢は付けられません。']] : [];
  if (choices.length < 2) return [['choices', '選択肢を2つ以上入力してください。']];
  return hasDuplicates(choices.map((choice) => choice.id)) ? [['choices', '選択肢のIDが重なっています。']] : [];
}

function checkAnswer({
  type,
  choices,
  correctChoiceIds = [],
  acceptedAnswers = [],
  correctOrder = [],
}: ParsedQuestion): Finding[] {
  const choiceIds = choices.map((choice) => choice.id);
  const areChoices = correctChoiceIds.every((id) => choiceIds.includes(id)) && !hasDuplicates(correctChoiceIds);
  switch (type) {
    case 'single':
      return areChoices && correctChoiceIds.length === 1
        ? []
        : [['correctChoiceIds', '正解の選択肢を1つ選んでください。']];
    case 'multiple':
      return areChoices && correctChoiceIds.length > 0 ? [] : [['correctChoiceIds', '正解の選択肢を選んでください。']];
    case 'text':
      return acceptedAnswers.some((text) => text.trim() !== '')
        ? []
        : [['acceptedAnswers', '正解を入力してください。']];
    case 'order': {
      const isWhole = correctOrder.length === choiceIds.length && choiceIds.every((id) => correctOrder.includes(id));
      return isWhole ? [] : [['correctOrder', 'すべての選択肢を正しい順に並べてください。']];
    }
  }
}

/** Only what belongs to the type is kept. */
function toStored({ id, type, body, choices, explanation = '', ...answer }: ParsedQuestion): NewQuestion {
  const { correctChoiceIds, acceptedAnswers, correctOrder } = answer;
  const question = { id, type, body, choices, explanation };
  if (type === 'text') return { ...question, acceptedAnswers };
  if (type === 'order') return { ...question, correctOrder };
  return { ...question, correctChoiceIds };
}

/** Checks the questions of a set as one. @throws {Problem} 422 with the fields' paths. */
export function checkQuestions(questions: readonly ParsedQuestion[]): NewQuestion[] {
  const errors = questions.flatMap((question, index): FieldError[] => {
    const isRepeated = questions.findIndex((other) => other.id === question.id) < index;
    const findings: Finding[] = isRepeated ? [['id', '問題のIDが重なっています。']] : [];
    findings.push(...checkChoices(question), ...checkAnswer(question));
    return findings.map(([field, message]) => ({ path: `questions.${index}.${field}`, message }));
  });
  if (errors.length > 0) throw new Problem(422, '問題の内容を確かめてください。', { errors });
  return questions.map(toStored);
}
