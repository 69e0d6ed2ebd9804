/** Reads times that clients send. */

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-])(0\d|1[0-5]):?([0-5]\d))?)?$/i;

/**
 * Returns a time as ISO 8601 in UTC; a time without a zone is UTC.
 *
 * @returns undefined if the text is no ISO 8601 time, names a day that does not exist, or if PostgreSQL cannot store
 * it. Years before 100 count as such.
 */
export function toInstant(text: string): string | undefined {
  const [, day = '', time = '00:00', sign, hours, minutes] = TIME.exec(text) ?? [];
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z';
  // JavaScript reads 30 February as 2 March.
  const midnight = new Date(`${day}T00:00Z`);
  const instant = new Date(`${day}T${time}${zone}`);
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(instant.getTime())) return undefined;
  const iso = instant.toISOString();
  // JavaScript reads the years 1 to 99 of PostgreSQL's format as years of the 20th and 21st century.
  const isStorable = /^(?!00)\d{4}/.test(iso);
  return isStorable && midnight.toISOString().startsWith(day) ? iso : undefined;
}
