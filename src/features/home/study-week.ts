/** The current week out of a year of study days. */
import type { ProgressSummary } from '@/api/progress';
import type { OwnProgress } from '@/queries/unconfirmed';

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

/** What each day saw, from the progress in detail: what waits or was just received is in it (offline design, law 1). */
function countDays({ courses }: OwnProgress): Map<string, { reads: number; submits: number }> {
  const days = new Map<string, { reads: number; submits: number }>();
  const count = (timestamp: string, kind: 'reads' | 'submits') => {
    if (Number.isNaN(Date.parse(timestamp))) return;
    const date = japaneseDay.format(Date.parse(timestamp));
    const day = days.get(date) ?? { reads: 0, submits: 0 };
    days.set(date, { ...day, [kind]: day[kind] + 1 });
  };
  for (const { readLessons, questionSets } of courses) {
    for (const { readAt } of readLessons) count(readAt, 'reads');
    for (const { lastSubmittedAt } of questionSets) if (lastSubmittedAt) count(lastSubmittedAt, 'submits');
  }
  return days;
}

/**
 * Monday to Sunday of the week that `nowMs` (milliseconds since 1970) lies in, with zeros where nothing was done.
 *
 * @param studyDays the server's; it knows every submit of a day, `progress` only the last of each question set.
 */
export function studyWeek(studyDays: ProgressSummary['studyDays'], progress: OwnProgress, nowMs: number): WeekDay[] {
  const days = countDays(progress);
  const today = new Date(`${japaneseDay.format(nowMs)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  return weekdays.map((weekday, index) => {
    const date = new Date(monday + index * DAY_MS).toISOString().slice(0, 10);
    const told = studyDays.find((day) => day.date === date);
    const seen = days.get(date);
    const most = (kind: 'reads' | 'submits') => Math.max(told?.[kind] ?? 0, seen?.[kind] ?? 0);
    return { date, weekday, reads: most('reads'), submits: most('submits') };
  });
}
