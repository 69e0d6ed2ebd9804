/** Calendar files (iCalendar, RFC 5545) with the dates of required courses. */

/** One required date as a calendar event of a whole day. */
export interface CalendarEvent {
  /** The id of the calendar event, the same at every export, so that a calendar updates the event instead of adding another. */
  uid: string;
  title: string;
  /** The date, ISO 8601; the event is on this date's day in the device's time zone. */
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

const two = (number: number) => String(number).padStart(2, '0');
const dayStamp = (date: Date) => `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
const timeStamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** The event's end is the day after, because the end of an all-day event is exclusive. */
function nextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** Returns the contents of an `.ics` file. @param nowMs the time of the export, ms since 1970. */
export function toCalendarFile(events: readonly CalendarEvent[], nowMs: number): string {
  const lines = events.flatMap(({ uid, title, at, description, url }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${timeStamp(new Date(nowMs))}`,
    `DTSTART;VALUE=DATE:${dayStamp(new Date(at))}`,
    `DTEND;VALUE=DATE:${dayStamp(nextDay(new Date(at)))}`,
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Manabiba//Required courses//JA', ...lines, 'END:VCALENDAR'];
  return `${all.map(fold).join('\r\n')}\r\n`;
}
