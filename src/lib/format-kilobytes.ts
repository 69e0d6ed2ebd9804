/** Formats sizes in kilobytes; separate from formatBytes, which the first load does not need. */

/** Returns a size like 「812 kB」: units of 1024 bytes, rounded up. */
export function formatKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} kB`;
}
