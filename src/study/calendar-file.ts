/** Calendar files (iCalendar, RFC 5545) with the dates of required courses. */
import { DAY_MS } from '@/lib/constants';
import { dayInJapan } from '@/lib/japan-time';

/** One required date as a calendar event of a whole day. */
export interface CalendarEvent {
  /**
   * The id of the calendar event, the same at every export, so that a calendar updates the event instead of adding
   * another.
   */
  uid: string;
  title: string;
  /** The date, ISO 8601; the event is on this date's day in Japan. */
  at: string;
  description?: string;
  url: string;
}

/** Maximum length of a line, octets, without the line break (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75;

/** Escapes a text value (RFC 5545, 3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n?|\n/g, String.raw`\n`);
}

/** Folds a line between characters; continuation lines begin with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}

const dayStamp = (timeMs: number) => dayInJapan(timeMs).replaceAll('-', '');
const timeStamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** Returns the contents of an `.ics` file. @param nowMs the time of the export, ms since 1970. */
export function toCalendarFile(events: readonly CalendarEvent[], nowMs: number): string {
  const lines = events.flatMap(({ uid, title, at, description, url }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${timeStamp(new Date(nowMs))}`,
    `DTSTART;VALUE=DATE:${dayStamp(Date.parse(at))}`,
    // The end of an all-day event is exclusive.
    `DTEND;VALUE=DATE:${dayStamp(Date.parse(at) + DAY_MS)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Manabiba//Required courses//JA', ...lines, 'END:VCALENDAR'];
  return `${all.map(fold).join('\r\n')}\r\n`;
}
