/** Maps a day's study count to a shade of the study calendar. */
import type { CalendarLevel } from '@/ui/charts/YearCalendar';

/** Returns the shade: 0 for no study, up to 4 for seven or more lessons and submits on the day. */
export function calendarLevel(count: number): CalendarLevel {
  if (count === 0) return 0;
  if (count === 1) return 1;
  if (count <= 3) return 2;
  return count <= 6 ? 3 : 4;
}
