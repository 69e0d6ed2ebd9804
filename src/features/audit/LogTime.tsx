/** The time of an entry of the audit log; the full date on hover. */
import { formatDateTime } from '@/ui/formats';
import { formatRecentTime } from '@/ui/recent-time';

import classes from './Audit.module.css';

export interface LogTimeProps {
  /** ISO 8601. */
  at: string;
  /** The present time, in milliseconds since 1970. */
  nowMs: number;
}

export function LogTime({ at, nowMs }: LogTimeProps) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={classes.time}>
      {formatRecentTime(at, nowMs)}
    </time>
  );
}
