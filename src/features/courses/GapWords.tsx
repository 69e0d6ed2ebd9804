/** Lists a course's empty parts (no lessons, no text) before it is published. */
import { Text } from '@mantine/core';

import classes from './GapWords.module.css';

/** At most this many gaps are named; the rest are counted. */
const MAX_NAMED_GAPS = 10;

export function GapWords({ gaps }: { gaps: readonly string[] }) {
  return (
    <div>
      <Text fw={700}>このまま公開すると、中身のないところが{gaps.length}か所あります。</Text>
      <ul className={classes.gaps}>
        {gaps.slice(0, MAX_NAMED_GAPS).map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      {gaps.length > MAX_NAMED_GAPS && <Text size="sm">ほか{gaps.length - MAX_NAMED_GAPS}か所</Text>}
    </div>
  );
}
