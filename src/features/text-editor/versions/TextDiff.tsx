/**
 * The lines that restoring an earlier version would add and remove, each with a sign, a colour, and words for screen
 * readers.
 */
import { Text, VisuallyHidden } from '@mantine/core';
import { structuredPatch } from 'diff';
import { useMemo } from 'react';

import classes from './TextDiff.module.css';

/** The number of unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/** Maximum number of added and removed lines: comparing more takes a second on a slow tablet. */
const MAX_CHANGES = 1000;

/** A line of the diff: restoring the version adds the `added` lines and removes the `removed` ones. */
interface DiffLine {
  kind: 'added' | 'removed' | 'same';
  text: string;
}

/** Neighbouring changes with the unchanged lines around them. */
interface DiffPart {
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

const looks = {
  added: { Tag: 'ins', sign: '＋', words: '増える行：' },
  removed: { Tag: 'del', sign: '−', words: '消える行：' },
  same: { Tag: 'span', sign: '', words: '' },
} as const;

function Line({ kind, text }: DiffLine) {
  const { Tag, sign, words } = looks[kind];
  return (
    <Tag className={classes.line} data-kind={kind}>
      <span className={classes.sign} aria-hidden>
        {sign}
      </span>
      {words && <VisuallyHidden>{words}</VisuallyHidden>}
      <span className={`${classes.words} min-w-0 break-anywhere pre-wrap`}>{text}</span>
    </Tag>
  );
}

/** The diff is scrollable, so it is focusable for scrolling by keyboard. */
const scroll = { role: 'group', tabIndex: 0, 'aria-label': 'いまの本文との違い' };

export function TextDiff({ present, version }: { present: string; version: string }) {
  const parts = useMemo(() => diffTexts(present, version), [present, version]);
  if (!parts) {
    return <Text>違いが多いため、行ごとには表示できません。「この版の本文」で読めます。</Text>;
  }
  if (parts.length === 0) return <Text>いまの本文と同じです。</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        ＋は戻すと増える行、−は戻すと消える行です。
      </Text>
      <div className={`${classes.diff} overflow-auto border rounded-md bg-surface text-sm`} {...scroll}>
        {parts.map(({ line, lines }) => (
          <section key={line}>
            <p className={`${classes.place} m-0 bg-page c-muted text-xs`}>{line}行目から</p>
            {lines.map((one, index) => (
              // Lines have no identity, and the list never changes.
              // oxlint-disable-next-line no-array-index-key
              <Line key={index} {...one} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
