/** The time of an audit log entry in Japan, short for recent times; the full date is shown on hover. */
import { inJapan, timeInJapan } from '@/lib/japan-time';
import { formatRecentTime } from '@/ui/notices/recent-time';

export interface LogTimeProps {
  /** ISO 8601. */
  at: string;
  /** The current time, in milliseconds since 1970. */
  nowMs: number;
}

export function LogTime({ at, nowMs }: LogTimeProps) {
  return (
    <time dateTime={at} title={timeInJapan(at)} className="nowrap">
      {formatRecentTime(at, nowMs, inJapan)}
    </time>
  );
}
