/**
 * A year as a grid of days, scrolled to the newest week; a summary and a table beside it have the same data as text.
 */
import classes from './YearCalendar.module.css';

const CELL_PITCH = 15;
const CELL_SIZE = 12;
const HEADER_HEIGHT = 18;
const WEEK_DAYS = 7;
const weekdays = ['月', '火', '水', '木', '金', '土', '日'];
const levels = [0, 1, 2, 3, 4] as const;

export type CalendarLevel = (typeof levels)[number];

export interface CalendarDay {
  /** YYYY-MM-DD. */
  date: string;
  /** The amount of study, from none to most. */
  level: CalendarLevel;
  /** The day as text, shown on hover. */
  words: string;
}

export interface YearCalendarProps {
  /** Consecutive days, the oldest first. */
  days: readonly CalendarDay[];
  label: string;
}

/** Returns 0 for Monday … 6 for Sunday. */
function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/**
 * Returns the column of each month's name: the month's first full week; a name for which there is no space is left out.
 */
function monthNames(days: readonly CalendarDay[], shift: number): { column: number; name: string }[] {
  const names: { column: number; name: string }[] = [];
  for (const [index, { date }] of days.entries()) {
    if (date.endsWith('-01')) {
      const column = Math.ceil((index + shift) / WEEK_DAYS);
      names.push({ column, name: `${Number(date.slice(5, 7))}月` });
    }
  }
  const columns = Math.ceil((days.length + shift) / WEEK_DAYS);
  return names.filter(({ column }) => column <= columns - 2);
}

export function YearCalendar({ days, label }: YearCalendarProps) {
  const [first] = days;
  if (!first) return null;
  const shift = weekdayOf(first.date);
  const columns = Math.ceil((days.length + shift) / WEEK_DAYS);
  const height = HEADER_HEIGHT + WEEK_DAYS * CELL_PITCH;
  // Focusable, so that it can be scrolled with the keyboard.
  const scrolls = { role: 'region', tabIndex: 0, 'aria-label': `${label}（横に動かせます）` };
  return (
    <div className={classes.calendar}>
      <div className="flex min-w-0">
        <svg className="flex-none" width={20} height={height} aria-hidden>
          {weekdays.map((name, index) => (
            <text key={name} x={0} y={HEADER_HEIGHT + index * CELL_PITCH + CELL_SIZE / 2}>
              {index % 2 === 0 ? name : ''}
            </text>
          ))}
        </svg>
        <div className={classes.scroller} {...scrolls}>
          <svg width={columns * CELL_PITCH} height={height} role="img" aria-label={label}>
            {monthNames(days, shift).map(({ column, name }) => (
              <text key={column} x={column * CELL_PITCH} y={8}>
                {name}
              </text>
            ))}
            {days.map(({ date, level, words }, index) => (
              <rect
                key={date}
                className={classes.day}
                data-level={level}
                x={Math.floor((index + shift) / WEEK_DAYS) * CELL_PITCH}
                y={HEADER_HEIGHT + ((index + shift) % WEEK_DAYS) * CELL_PITCH}
                width={CELL_SIZE}
                height={CELL_SIZE}
                rx={3}
              >
                <title>{words}</title>
              </rect>
            ))}
          </svg>
        </div>
      </div>
      <div className={`${classes.legend} row justify-end gap-4 c-muted`} aria-hidden>
        <span>少</span>
        {levels.map((level) => (
          <svg key={level} width={CELL_SIZE} height={CELL_SIZE}>
            <rect className={classes.day} data-level={level} width={CELL_SIZE} height={CELL_SIZE} rx={3} />
          </svg>
        ))}
        <span>多</span>
      </div>
    </div>
  );
}
