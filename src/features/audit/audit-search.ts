/** Keeps the filters of the audit log in the URL, with days in the reader's time zone. */
import type { AuditQuery } from '@/api/audit';
import { isId, toWords } from '@/api/shapes';

export interface AuditSearch {
  q?: string;
  /** The id of a user: the log then shows only entries of this user's actions, and of changes to this user's account. */
  person?: string;
  /** The first and the last day of the period that the filter covers, YYYY-MM-DD. */
  from?: string;
  to?: string;
  /** The number of the page, counted from 1. */
  page?: number;
}

export interface AuditLogProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns a day's first moment in the device's time zone; undefined if the date does not exist. */
function startOf(day: string, daysLater = 0): Date | undefined {
  const [, year = 0, month = 0, date = 0] = (dayPattern.exec(day) ?? []).map(Number);
  const start = new Date(year, month - 1, date);
  if (year === 0 || start.getMonth() !== month - 1 || start.getDate() !== date) return undefined;
  return new Date(year, month - 1, date + daysLater);
}

function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && startOf(value) ? value : undefined;
}

/** Reads the URL's search parameters; unknown or invalid ones are dropped. */
export function readAuditSearch(search: object): AuditSearch {
  const { q, person, from, to, page } = search as Record<string, unknown>;
  return {
    // The router parses a search text of digits as a number, so convert it back to a string.
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
    person: isId(person) ? person : undefined,
    from: readDay(from),
    to: readDay(to),
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

/** Returns the server query for the audit log's filters: from the start of the first day to the end of the last. */
export function queryOf({ q, person, from = '', to = '' }: AuditSearch): AuditQuery {
  return {
    details: '1',
    q: toWords(q),
    person,
    from: startOf(from)?.toISOString(),
    to: startOf(to, 1)?.toISOString(),
  };
}
