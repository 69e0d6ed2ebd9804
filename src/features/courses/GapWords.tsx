/** What learners would find empty in a course, in words. */
import { Text } from '@mantine/core';

import classes from './GapWords.module.css';

/** So many gaps are named, the others counted. */
const NAMED = 10;

export function GapWords({ gaps }: { gaps: readonly string[] }) {
  return (
    <div>
      <Text fw={700}>このまま公開すると、受講者に見える空きが{gaps.length}か所あります。</Text>
      <ul className={classes.gaps}>
        {gaps.slice(0, NAMED).map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      {gaps.length > NAMED && <Text size="sm">ほか{gaps.length - NAMED}か所</Text>}
    </div>
  );
}
