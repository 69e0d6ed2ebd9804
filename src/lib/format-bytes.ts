/** Sizes in words, for screens, forms and the server alike: of a size and its limit, the larger one never reads smaller. */

/** 「812 kB」, 「3.2 MB」, 「1.4 GB」, of 1024 each and rounded up: what is a byte above 「10 MB」 is 「10.1 MB」, and one byte is 「1 kB」. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  if (kilobytes < 1024) return `${kilobytes} kB`;
  const megabytes = Math.ceil((bytes / 1024 ** 2) * 10) / 10;
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.ceil((bytes / 1024 ** 3) * 10) / 10} GB`;
}
