/** Sizes as a Japanese reader expects them. */
const numberFormat = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 });

/** 「812 kB」, 「3.2 MB」, 「1.4 GB」, of 1000 each; 「1 kB」 for less, 「0 kB」 for nothing. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${numberFormat.format(bytes / 1e9)} GB`;
  if (bytes >= 1e6) return `${numberFormat.format(bytes / 1e6)} MB`;
  return `${Math.max(Math.min(bytes, 1), Math.round(bytes / 1000))} kB`;
}
