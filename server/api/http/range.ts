/** Which part of a file a request asks for (RFC 9110, 14); a well-known package for it knows no suffix longer than the file. */

import type { Range } from '@server/api/content/file-bytes';

interface Asked {
  range: string | undefined;
  /** The header If-Range. */
  ifRange: string | undefined;
  etag: string;
  byteLength: number;
}

/** @returns undefined for the whole: nothing is asked for, several parts, no bytes, or a part of another version; null for a part that is not there. */
export function readRange({ range = '', ifRange, etag, byteLength }: Asked): Range | null | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  const isMeant = from + to !== '' && (from === '' || to === '' || Number(from) <= Number(to));
  if (!isMeant || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const first = from === '' ? Math.max(0, byteLength - Number(to)) : Number(from);
  const last = from === '' || to === '' ? byteLength - 1 : Math.min(Number(to), byteLength - 1);
  return first <= last ? { first, last } : null;
}
