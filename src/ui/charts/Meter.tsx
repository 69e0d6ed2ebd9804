/** How far something is: a bar with the same thing in words for those who do not see it. */
import { Progress } from '@mantine/core';

import { percentOf } from '@/lib/percent';

import '@mantine/core/styles/Progress.layer.css';

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
      {/* Mantine's own attributes would leave the counts out. */}
      <Progress.Section
        value={percent}
        color="var(--m-primary)"
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${all}中${done}、${percent}%`}
      />
    </Progress.Root>
  );
}
