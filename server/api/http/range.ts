/** Parses the header Range (RFC 9110, section 14). The usual package does not accept a suffix longer than the file. */

import type { Range } from '@server/api/content/file-bytes';

interface Asked {
  range: string | undefined;
  /** The header If-Range. */
  ifRange: string | undefined;
  etag: string;
  byteLength: number;
}

/**
 * Reads the byte range that a request asks for.
 *
 * @returns undefined for the whole file: no Range, an invalid one, several ranges, or If-Range of another version; null
 * if the range is outside the file.
 */
export function readRange({ range = '', ifRange, etag, byteLength }: Asked): Range | null | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  const isMeant = from + to !== '' && (from === '' || to === '' || Number(from) <= Number(to));
  if (!isMeant || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const first = from === '' ? Math.max(0, byteLength - Number(to)) : Number(from);
  const last = from === '' || to === '' ? byteLength - 1 : Math.min(Number(to), byteLength - 1);
  return first <= last ? { first, last } : null;
}
