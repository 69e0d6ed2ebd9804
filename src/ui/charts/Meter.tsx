/** A progress bar with a text alternative. */
import { Progress } from '@mantine/core';

import { percentOf } from '@/lib/percent';

import '@mantine/core/styles/Progress.layer.css';

export interface MeterProps {
  /** The measured thing, e.g. 「情報セキュリティの基本の進捗」. */
  label: string;
  /** Without one of the numbers nothing is shown. */
  done: number | undefined;
  all: number | undefined;
}

export function Meter({ label, done, all }: MeterProps) {
  const percent = percentOf(done, all);
  if (percent === undefined) return null;
  return (
    <Progress.Root bg="var(--m-track)">
      {/* Mantine's own ARIA attributes lack the counts. */}
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
