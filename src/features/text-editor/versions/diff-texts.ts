/** Compares two texts line by line. */
import { structuredPatch } from 'diff';

/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;
/** With more added and removed lines than this, a comparison takes a second on a slow tablet. */
const MAX_CHANGES = 1000;

/** A line, `added` or `removed` by putting the version back. */
export interface DiffLine {
  kind: 'added' | 'removed' | 'same';
  text: string;
}

/** Neighbouring changes with their context. */
export interface DiffPart {
  /** The first line of the change in the present text, from 1. */
  line: number;
  lines: readonly DiffLine[];
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/** Different line endings are not shown as differences. */
const normalised = (text: string) => text.replaceAll(/\r\n?/g, '\n').replace(/\n*$/, '\n');

/** Returns what putting a version back would change in the present text; undefined if there are too many changes. */
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
