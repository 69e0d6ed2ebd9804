/** How far something is: a bar with the same thing in words for those who do not see it. */
import { Progress } from '@mantine/core';

import { percentOf } from './formats';

export interface MeterProps {
  /** What is measured, e.g. 「情報セキュリティの基本の進み」. */
  label: string;
  done: number;
  all: number;
}

export function Meter({ label, done, all }: MeterProps) {
  const percent = percentOf(done, all);
  return (
    <Progress.Root bg="var(--m-track)">
      <Progress.Section
        value={percent}
        color="var(--m-primary)"
        aria-label={label}
        aria-valuetext={`${all}中${done}、${percent}%`}
      />
    </Progress.Root>
  );
}
