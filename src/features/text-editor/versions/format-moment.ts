/** The time of a version. */
import { formatDateTime, formatRelative } from '@/ui/formats';

/** Returns 「今日 17:03」, or from yesterday back 「2026年11月21日(土) 10:05」. @param nowMs milliseconds since 1970. */
export function formatMoment(timestamp: string, nowMs: number): string {
  const relative = formatRelative(timestamp, nowMs);
  return relative.startsWith('今日') ? relative : formatDateTime(timestamp);
}
