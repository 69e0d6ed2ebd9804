/** The Japanese texts about questions: instructions. */
import type { QuestionType } from '@/api/question-sets';

/** The instruction shown for each question type. */
export const typeHints = {
  single: undefined,
  multiple: 'あてはまるものをすべて選んでください。',
  text: undefined,
  order: '上から順になるように並べ替えてください。',
} satisfies Record<QuestionType, string | undefined>;
