/** How dark a day is in the study calendar. */
import type { CalendarLevel } from '@/ui/charts/YearCalendar';

/** From nothing (0) to seven and more things on one day (4). */
export function calendarLevel(count: number): CalendarLevel {
  if (count === 0) return 0;
  if (count === 1) return 1;
  if (count <= 3) return 2;
  return count <= 6 ? 3 : 4;
}
