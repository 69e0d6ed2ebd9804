/** A relative date; the full date on hover and for screen readers. */
import { VisuallyHidden } from '@mantine/core';

import { formatDateTime, formatRelative } from './formats';

export interface RelativeTimeProps {
  /** ISO 8601. */
  timestamp: string;
  /** The present time, in milliseconds since 1970. */
  nowMs: number;
}

export function RelativeTime({ timestamp, nowMs }: RelativeTimeProps) {
  const full = formatDateTime(timestamp);
  return (
    <time dateTime={timestamp} title={full}>
      <span aria-hidden>{formatRelative(timestamp, nowMs)}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </time>
  );
}
