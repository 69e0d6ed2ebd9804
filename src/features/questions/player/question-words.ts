/** The Japanese texts about questions: labels, instructions, summaries. */
import type { QuestionType } from '@/api/question-sets';

/** The names of question types that learners see. */
export const typeWords = {
  single: '1つ選択',
  multiple: '複数選択',
  text: '記述',
  order: '並べ替え',
} satisfies Record<QuestionType, string>;

/** The instruction shown for each question type. */
export const typeHints = {
  single: undefined,
  multiple: 'あてはまるものをすべて選んでください。',
  text: undefined,
  order: '上から順になるように並べ替えてください。',
} satisfies Record<QuestionType, string | undefined>;
