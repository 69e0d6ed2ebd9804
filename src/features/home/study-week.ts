/** The current week out of a year of study days. */
import type { ProgressSummary } from '@/api/progress';

const DAY_MS = 24 * 60 * 60 * 1000;
const weekdays = ['月', '火', '水', '木', '金', '土', '日'] as const;

/** The server counts study days in Japan's zone (docs/decisions), wherever the device is. */
const japaneseDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });

export interface WeekDay {
  /** YYYY-MM-DD in Japan's zone. */
  date: string;
  weekday: (typeof weekdays)[number];
  reads: number;
  submits: number;
}

/** Monday to Sunday of the week that `nowMs` (milliseconds since 1970) lies in, with zeros where nothing was done. */
export function studyWeek(studyDays: ProgressSummary['studyDays'], nowMs: number): WeekDay[] {
  const today = new Date(`${japaneseDay.format(nowMs)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  return weekdays.map((weekday, index) => {
    const date = new Date(monday + index * DAY_MS).toISOString().slice(0, 10);
    const { reads = 0, submits = 0 } = studyDays.find((day) => day.date === date) ?? {};
    return { date, weekday, reads, submits };
  });
}
