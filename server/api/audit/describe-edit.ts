/**
 * Describes what an edit changed, in Japanese for the audit log (docs/decisions/0082): titles with their old value,
 * other fields by name.
 */
import type { NewQuestion } from '@/api/question-set-edits';

/** Fields whose old and new value are recorded: names of things, never of people. */
const shownFields = ['title', 'name'];
/** Fields that say where a thing belongs. */
const placeFields = ['chapterId', 'lessonId'];

const MAX_WORDS = 60;

/** Shortens a text to one line of at most 60 characters. */
function shorten(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length > MAX_WORDS ? `${letters.slice(0, MAX_WORDS).join('')}…` : letters.join('');
}

function describeField(field: string, name: string, before: unknown, after: unknown): string {
  if (field === 'status') return after === 'published' ? '公開' : '下書きに戻す';
  if (shownFields.includes(field)) return `${name}：${shorten(String(before))} → ${shorten(String(after))}`;
  return placeFields.includes(field) ? `${name}の移動` : name;
}

/**
 * Returns the changed fields in Japanese, joined by 「、」; undefined if none changed.
 *
 * @param names the words for the fields. @param changes a field that is undefined is not changed.
 */
export function describeEdit<Names extends Readonly<Record<string, string>>>(
  names: Names,
  before: object,
  changes: Partial<Record<keyof Names, unknown>>,
): string | undefined {
  const old = new Map(Object.entries(before));
  const words = Object.entries<unknown>(changes)
    .filter(([field, value]) => value !== undefined && value !== (old.get(field) ?? null) && value !== old.get(field))
    .map(([field, value]) => describeField(field, names[field] ?? field, old.get(field), value));
  return words.join('、') || undefined;
}

/** Returns the right answers of a question in words. */
function keyOf({ type, choices, correctChoiceIds, correctOrder, acceptedAnswers = [] }: NewQuestion): string {
  const bodies = new Map(choices.map(({ id, body }) => [String(id), shorten(body)]));
  const inWords = (ids: readonly (string | number)[] = []) => ids.map((id) => bodies.get(String(id)) ?? '');
  if (type === 'text') return acceptedAnswers.map(shorten).join('／');
  if (type === 'order') return inWords(correctOrder).join('・');
  const right = new Set(correctChoiceIds?.map(String));
  return inWords(choices.map(({ id }) => id).filter((id) => right.has(String(id)))).join('・');
}

/** What an omitted field of a question means. */
const defaults = new Map<string, unknown>(Object.entries({ explanation: '', shuffle: false, lenient: false }));

const RIGHT_ANSWERS = '正解';

/** The words for changed fields of a question; the three fields of its right answers are described as one. */
const questionFieldNames: Readonly<Record<Exclude<keyof NewQuestion, 'id'>, string | undefined>> = {
  body: '問題文',
  type: '形式',
  choices: '選択肢',
  correctChoiceIds: RIGHT_ANSWERS,
  acceptedAnswers: undefined,
  correctOrder: undefined,
  explanation: '解説',
  shuffle: '選択肢の並べ替え',
  lenient: '表記の区別',
};

function describeQuestion(before: NewQuestion, after: NewQuestion): string[] {
  const [old, now] = [before, after].map((question) => new Map<string, unknown>(Object.entries(question)));
  const isSame = (field: string) => {
    const [one, other] = [old, now].map((values) => JSON.stringify(values?.get(field) ?? defaults.get(field)));
    return one === other;
  };
  const [oldKey, newKey] = [keyOf(before), keyOf(after)];
  return Object.entries(questionFieldNames).flatMap(([field, name]) => {
    if (name === RIGHT_ANSWERS) return oldKey === newKey ? [] : [`${name}：${oldKey} → ${newKey}`];
    return name === undefined || isSame(field) ? [] : [name];
  });
}

/**
 * Describes the differences between the questions of two versions of a set, by the new question numbers: 「問2の正解：A → B」
 * (the right answer of question 2).
 */
export function describeQuestions(before: readonly NewQuestion[], after: readonly NewQuestion[]): string | undefined {
  const old = new Map(before.map((question) => [String(question.id), question]));
  const kept = new Set(after.map(({ id }) => String(id)));
  const words = after.flatMap((question, index) => {
    const previous = old.get(String(question.id));
    if (!previous) return [`問${index + 1}の追加`];
    return describeQuestion(previous, question).map((word) => `問${index + 1}の${word}`);
  });
  const removed = before.filter(({ id }) => !kept.has(String(id))).length;
  if (removed > 0) words.push(`${removed}問の削除`);
  const keptBefore = before.map(({ id }) => String(id)).filter((id) => kept.has(id));
  const keptAfter = after.map(({ id }) => String(id)).filter((id) => old.has(id));
  if (keptBefore.join(' ') !== keptAfter.join(' ')) words.push('問題の順番');
  return words.join('、') || undefined;
}
