/** Turns lines pasted into a choice into several choices; a leading * marks right ones. */
import { blankChoice, type QuestionForm } from './question-set-form';

export const MOST_CHOICES = 20;

/** Returns the lines of a pasted text; a text with code or formulas over several lines is not split. */
export function splitPasted(text: string): string[] {
  if (/^\s*(?:```|~~~|\$\$)/m.test(text)) return [text];
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

/** Matches the mark of a right choice: `* text` or `*text`, but not `**bold**` or `*emphasis*`. */
const mark = /^\s*[*＊](?:\s+|(?=[^*＊\s][^*＊]*$))/;

/** Returns which lines are marked as right; none if the marks are ambiguous, and then the * stays in the text. */
function findMarked(lines: readonly string[], type: QuestionForm['type']): boolean[] {
  const marked = lines.map((line) => mark.test(line));
  const count = marked.filter(Boolean).length;
  const isMeant = type === 'multiple' ? count > 0 && count < lines.length : type === 'single' && count === 1;
  return marked.map((isMarked) => isMeant && isMarked);
}

/**
 * Inserts lines at the selection in a choice: the first line into the choice itself, each further line into a new
 * choice after it. An empty choice that follows is used first. Lines beyond the limit of choices are added to the last
 * choice.
 */
export function pasteChoices(
  question: QuestionForm,
  index: number,
  lines: readonly string[],
  [start, end]: readonly [number, number],
): QuestionForm {
  const choice = question.choices[index];
  if (!choice) return question;
  const marked = findMarked(lines, question.type);
  const texts = lines.map((line, place) => (marked[place] ? line.replace(mark, '') : line).trim());
  const before = question.choices.slice(0, index);
  const after = question.choices.slice(index + 1);
  const filled = after.findIndex(({ body }) => body !== '');
  const kept = after.slice(Math.min(filled === -1 ? after.length : filled, lines.length - 1));
  const room = MOST_CHOICES - before.length - kept.length;
  const own = { ...choice, body: choice.body.slice(0, start) + (texts[0] ?? '') + choice.body.slice(end) };
  const added = texts.slice(1).map((body) => ({ ...blankChoice(), body }));
  const all = [own, ...added];
  const rest = all.slice(room).map(({ body }) => body);
  const fitting = all
    .slice(0, room)
    .map((each, place) =>
      place === room - 1 && rest.length > 0 ? { ...each, body: [each.body, ...rest].join('\n') } : each,
    );
  const right = all.filter((_, place) => marked[place]).map(({ id }) => id);
  const others = question.type === 'single' && right.length > 0 ? [] : question.correctChoiceIds;
  const choices = [...before, ...fitting, ...kept];
  const isThere = (id: string) => choices.some((each) => each.id === id);
  return { ...question, choices, correctChoiceIds: [...new Set([...others, ...right])].filter(isThere) };
}
