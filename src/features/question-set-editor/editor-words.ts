/** The names of questions, choices and fields in lists, labels and the error summary. */
import { firstLetters } from '@/ui/formats';
import { plainRuby } from '@/ui/markdown/extras/ruby';

import type { QuestionSetForm } from './question-set-form';

const NAME_LENGTH = 40;

/** Returns the first words of a markdown text on one line, without markup; '' for an empty text. */
export function firstWords(markdown: string): string {
  const words = plainRuby(markdown.slice(0, 400))
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, ' $1 ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#{1,6}|[-*+]|\d+\.|>|```\S*)(?=\s|$)/gm, ' ')
    .replaceAll(/[*`~]{1,3}(\S)|(\S)[*`~]{1,3}/g, '$1$2')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const shown = firstLetters(words, NAME_LENGTH);
  return shown === words ? words : `${shown}…`;
}

/** The labels of the fields that errors can refer to; `*` matches any index. */
const fieldWords: Record<string, string> = {
  title: 'タイトル',
  questions: '問題',
  'questions.*': '問題',
  'questions.*.id': '問題',
  'questions.*.type': '問題の形式',
  'questions.*.body': '問題文',
  'questions.*.choices': '選択肢',
  'questions.*.choices.*': '選択肢',
  'questions.*.choices.*.id': '選択肢',
  'questions.*.choices.*.body': '選択肢',
  'questions.*.correctChoiceIds': '正解',
  'questions.*.correctOrder': '正解の順',
  'questions.*.acceptedAnswers': '正解',
  'questions.*.acceptedAnswers.*': '正解',
  'questions.*.explanation': '解説',
};

/** Returns the label of a field's path: 'questions.2.choices.0.body' becomes 「問3の選択肢1」. */
function describePath(path: string): string {
  const word = fieldWords[path.replaceAll(/\.\d+(?=\.|$)/g, '.*')] ?? '問題';
  const [, question, list, item] = /^questions\.(\d+)(?:\.(\w+)(?:\.(\d+))?)?/.exec(path) ?? [];
  if (question === undefined) return word;
  const place = item === undefined ? '' : Number(item) + 1;
  return `問${Number(question) + 1}${list === undefined ? '' : `の${word}${place}`}`;
}

/** Returns the field labels for FormFrame: the general labels, and numbered ones for fields with an error. */
export function labelsFor(paths: readonly string[]): Record<string, string> {
  return { ...fieldWords, ...Object.fromEntries(paths.map((path) => [path, describePath(path)])) };
}

/** Returns the index of the question that an error belongs to; undefined for an error of the set itself. */
export function questionIndexOf(path: string): number | undefined {
  const index = /^questions\.(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
}

/**
 * Returns a name of a field that stays the same when questions and choices are moved: it contains ids instead of
 * indexes.
 */
export function steadyPath(form: QuestionSetForm, path: string): string {
  const index = questionIndexOf(path);
  const question = index === undefined ? undefined : form.questions[index];
  if (!question) return path;
  const rest = path.split('.').slice(2);
  if (rest[0] === 'choices' && rest[1] !== undefined) rest[1] = question.choices[Number(rest[1])]?.id ?? rest[1];
  return [question.id, ...rest].join('.');
}
