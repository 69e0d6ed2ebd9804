/** Formats the time of an event that is mostly recent, for Japanese readers, in the device's time zone. */
const timeFormat = new Intl.DateTimeFormat('ja-JP', { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });
const yearFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long' });

function dayWords(date: Date, nowMs: number): string {
  const [day, today] = [date, new Date(nowMs)].map((each) => new Date(each).setHours(0, 0, 0, 0));
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === today) return '今日';
  if (day === yesterday.setHours(0, 0, 0, 0)) return '昨日';
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? dayFormat : yearFormat).format(date);
}

/**
 * Returns a time like 「今日 17:03」, 「昨日 9:00」, 「11月3日 17:03」, or the date with its year. @param nowMs milliseconds since 1970;
 * now if omitted.
 */
export function formatRecentTime(timestamp: string, nowMs = Date.now()): string {
  const date = new Date(timestamp);
  return `${dayWords(date, nowMs)} ${timeFormat.format(date)}`;
}
