/** The names of the four question types. */
import type { QuestionType } from '@/api/question-sets';

export const typeNames = {
  single: '単一選択',
  multiple: '複数選択',
  text: '記述',
  order: '並べ替え',
} satisfies Record<QuestionType, string>;
