/**
 * The lines that restoring an earlier version would add and remove, each with a sign, a colour, and words for screen
 * readers.
 */
import { Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';

import { type DiffLine, diffTexts } from './diff-texts';

import classes from './TextDiff.module.css';

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
      <span className={classes.words}>{text}</span>
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
      <div className={classes.diff} {...scroll}>
        {parts.map(({ line, lines }) => (
          <section key={line}>
            <p className={classes.place}>{line}行目から</p>
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
