/** Formats sizes as text, for screens, forms and the server. */
import { formatKilobytes } from './format-kilobytes';

/**
 * Returns a size like 「812 kB」, 「3.2 MB」 or 「1.4 GB」. Units are powers of 1024, rounded up, so that a size above a
 * limit never reads the same as the limit: one byte above 「10 MB」 is 「10.1 MB」, and one byte is 「1 kB」.
 */
export function formatBytes(bytes: number): string {
  if (Math.ceil(bytes / 1024) < 1024) return formatKilobytes(bytes);
  const megabytes = Math.ceil((bytes / 1024 ** 2) * 10) / 10;
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.ceil((bytes / 1024 ** 3) * 10) / 10} GB`;
}
