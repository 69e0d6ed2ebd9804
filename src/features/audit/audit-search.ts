/** Keeps the filters of the audit log in the URL, with days in Japan. */
import type { AuditQuery } from '@/api/audit';
import { readId, toWords } from '@/api/shapes';
import { startOfDayInJapan } from '@/lib/japan-time';

export interface AuditSearch {
  q?: string;
  /**
   * The id of a user: the log then shows only entries of this user's actions, and of changes to this user's account.
   */
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

function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && startOfDayInJapan(value) ? value : undefined;
}

/** Reads the URL's search parameters; unknown or invalid ones are dropped. */
export function readAuditSearch(search: object): AuditSearch {
  const { q, from, to, page } = search as Record<string, unknown>;
  return {
    // The router parses a search text of digits as a number, so convert it back to a string.
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
    person: readId(search, 'person'),
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
    from: startOfDayInJapan(from)?.toISOString(),
    to: startOfDayInJapan(to, 1)?.toISOString(),
  };
}
