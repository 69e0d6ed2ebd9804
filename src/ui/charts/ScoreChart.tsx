/** Results over time in percent, one stem per result; a table beside it has the same data as text. */
import { DAY_MS } from '@/lib/constants';

import classes from './ScoreChart.module.css';

/** 「11/21」 */
const shortDayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'numeric', day: 'numeric' });
const HEIGHT = 190;
const percents = [0, 25, 50, 75, 100];

export interface ScorePoint {
  id: string;
  /** The time of the result, in milliseconds since 1970. */
  timeMs: number;
  /** 0 to 100. */
  percent: number;
  /** The result as text, shown on hover. */
  words: string;
}

export interface ScoreChartProps {
  points: readonly ScorePoint[];
  label: string;
}

/** Returns the time span of the chart, at least a week, so that a single result is centred. */
function spanOf(points: readonly ScorePoint[]): { from: number; to: number } {
  const times = points.map(({ timeMs }) => timeMs);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const rest = Math.max(0, 7 * DAY_MS - (last - first)) / 2;
  return { from: first - rest, to: last + rest };
}

const heightOf = (percent: number) => HEIGHT - (percent / 100) * HEIGHT;

export function ScoreChart({ points, label }: ScoreChartProps) {
  const { from, to } = spanOf(points);
  const ticks = [0, 1, 2, 3].map((step) => ({ step, timeMs: from + ((to - from) * step) / 3 }));
  const shareOf = (timeMs: number) => `${(((timeMs - from) / (to - from)) * 100).toFixed(2)}%`;
  return (
    <div className={classes.frame}>
      <svg className={classes.chart} height={HEIGHT} role="img" aria-label={label}>
        {percents.map((percent) => (
          <g key={percent}>
            <line className={classes.grid} x1="0" x2="100%" y1={heightOf(percent)} y2={heightOf(percent)} />
            <text className={classes.percent} x={-10} y={heightOf(percent)}>
              {percent}%
            </text>
          </g>
        ))}
        {ticks.map(({ step, timeMs }) => (
          <text key={step} className={classes.time} x={shareOf(timeMs)} y={HEIGHT + 18}>
            {shortDayFormat.format(timeMs)}
          </text>
        ))}
        {points.map(({ id, timeMs, percent, words }) => (
          <g key={id} className={classes.point}>
            <title>{words}</title>
            <line x1={shareOf(timeMs)} x2={shareOf(timeMs)} y1={HEIGHT} y2={heightOf(percent)} />
            <circle cx={shareOf(timeMs)} cy={heightOf(percent)} r={6} />
          </g>
        ))}
      </svg>
    </div>
  );
}
