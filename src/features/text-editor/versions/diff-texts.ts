/** Compares two texts line by line. */
import { structuredPatch } from 'diff';

/** The number of unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/** Maximum number of added and removed lines: comparing more takes a second on a slow tablet. */
const MAX_CHANGES = 1000;

/** A line of the diff: restoring the version adds the `added` lines and removes the `removed` ones. */
export interface DiffLine {
  kind: 'added' | 'removed' | 'same';
  text: string;
}

/** Neighbouring changes with the unchanged lines around them. */
export interface DiffPart {
  /** The number, from 1, of the change's first line in the current text. */
  line: number;
  lines: readonly DiffLine[];
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/** Unifies line endings, so that they are not shown as differences. */
const normalised = (text: string) => text.replaceAll(/\r\n?/g, '\n').replace(/\n*$/, '\n');

/** Returns how restoring a version would change the current text; undefined if there are too many changes. */
export function diffTexts(present: string, version: string): DiffPart[] | undefined {
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_CHANGES };
  const texts = [normalised(present), normalised(version)] as const;
  return structuredPatch('', '', ...texts, '', '', options)?.hunks.map(({ oldStart, lines }) => ({
    line: oldStart,
    lines: lines.flatMap((line) => {
      const kind = kinds[line.charAt(0)];
      return kind ? [{ kind, text: line.slice(1) }] : [];
    }),
  }));
}
