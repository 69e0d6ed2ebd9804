/** Days and months of a calendar, as a Japanese reader expects them. */

const calendarDayFormat = new Intl.DateTimeFormat('ja-JP', {
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  timeZone: 'UTC',
});
const calendarMonthFormat = new Intl.DateTimeFormat('ja-JP', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** 「11月21日(土)」 of a day YYYY-MM-DD, wherever the device is. */
export function formatCalendarDay(date: string): string {
  return calendarDayFormat.format(new Date(`${date}T00:00:00Z`));
}

/** 「2026年11月」 of a month YYYY-MM. */
export function formatCalendarMonth(month: string): string {
  return calendarMonthFormat.format(new Date(`${month}-01T00:00:00Z`));
}
