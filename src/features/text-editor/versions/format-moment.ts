/** The time of a version. */
import { formatDateTime, formatRelative } from '@/ui/formats';

/** Returns a time as 「今日 17:03」 (today), or before today as 「2026年11月21日(土) 10:05」. @param nowMs milliseconds since 1970. */
export function formatMoment(timestamp: string, nowMs: number): string {
  const relative = formatRelative(timestamp, nowMs);
  return relative.startsWith('今日') ? relative : formatDateTime(timestamp);
}
