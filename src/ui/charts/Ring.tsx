/** A share shown as a ring-shaped chart; hidden from screen readers, because the text beside it says the same. */
import { percentOf } from '@/lib/percent';
import { formatPercent } from '@/ui/formats';

import classes from './Ring.module.css';

const RADIUS = 42;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

export interface RingProps {
  /** Without one of the numbers nothing is shown. */
  done: number | undefined;
  all: number | undefined;
}

export function Ring({ done, all }: RingProps) {
  const percent = percentOf(done, all);
  if (percent === undefined) return null;
  const share = percent / 100;
  return (
    <svg className={classes.ring} viewBox="0 0 100 100" aria-hidden>
      <circle className={classes.track} cx="50" cy="50" r={RADIUS} />
      {share > 0 && (
        <circle
          className={classes.share}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        />
      )}
      <text className={classes.words} x="50" y="50">
        {formatPercent(done, all)}
      </text>
    </svg>
  );
}
