/**
 * Describes what an edit changed, in Japanese for the audit log (docs/decisions/0082): titles with their old value, other fields by name.
 */
import type { NewQuestion } from '@/api/question-set-edits';

const fieldNames: Readonly<Record<string, string>> = {
  note: '備考',
  description: '説明',
  thumbnailContentId: '表紙',
  contentId: '本文',
  minutes: '目安',
  order: '並び順',
  chapterId: 'チャプターの移動',
  lessonId: 'レッスンの移動',
};

/** Fields whose old and new value are recorded: names of things, never of people. */
const shownFields: Readonly<Record<string, string>> = { title: 'タイトル', name: '会社名' };

const MAX_WORDS = 60;

/** Shortens a text to one line of at most 60 characters. */
function shorten(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length > MAX_WORDS ? `${letters.slice(0, MAX_WORDS).join('')}…` : letters.join('');
}

function describeField(name: string, before: unknown, after: unknown): string {
  if (name === 'status') return after === 'published' ? '公開' : '下書きに戻す';
  const shown = shownFields[name];
  if (shown !== undefined) return `${shown}：${shorten(String(before))} → ${shorten(String(after))}`;
  return fieldNames[name] ?? name;
}

/**
 * Returns the changed fields in Japanese, joined by 「、」; undefined if none changed. @param changes a field that is undefined is not
 * changed.
 */
export function describeEdit(before: object, changes: object): string | undefined {
  const old = new Map(Object.entries(before));
  const words = Object.entries(changes)
    .filter(([name, value]) => value !== undefined && value !== (old.get(name) ?? null) && value !== old.get(name))
    .map(([name, value]) => describeField(name, old.get(name), value));
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

function describeQuestion(before: NewQuestion, after: NewQuestion): string[] {
  const words: string[] = [];
  const [oldKey, newKey] = [keyOf(before), keyOf(after)];
  if (before.body !== after.body) words.push('問題文');
  if (before.type !== after.type) words.push('形式');
  if (JSON.stringify(before.choices) !== JSON.stringify(after.choices)) words.push('選択肢');
  if (oldKey !== newKey) words.push(`正解：${oldKey} → ${newKey}`);
  if ((before.explanation ?? '') !== (after.explanation ?? '')) words.push('解説');
  if ((before.shuffle ?? false) !== (after.shuffle ?? false)) words.push('選択肢の並べ替え');
  if ((before.lenient ?? false) !== (after.lenient ?? false)) words.push('表記の区別');
  return words;
}

/**
 * Describes the differences between the questions of two versions of a set, by the new question numbers: 「問2の正解：A → B」 (the right
 * answer of question 2).
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
