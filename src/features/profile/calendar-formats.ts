/** Formats days and months of the study calendar in Japanese. */

const calendarDayFormat = new Intl.DateTimeFormat('ja-JP', {
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  timeZone: 'UTC',
});
const calendarMonthFormat = new Intl.DateTimeFormat('ja-JP', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** Returns e.g. 「11月21日(土)」. @param date YYYY-MM-DD; the device's time zone has no effect. */
export function formatCalendarDay(date: string): string {
  return calendarDayFormat.format(new Date(`${date}T00:00:00Z`));
}

/** Returns e.g. 「2026年11月」. @param month YYYY-MM. */
export function formatCalendarMonth(month: string): string {
  return calendarMonthFormat.format(new Date(`${month}-01T00:00:00Z`));
}
