/** Describes what a sign-out would keep on the device or discard. */
import type { Unsent } from '@/device/sign-out';
import { formatBytes } from '@/lib/format-bytes';

type Part = readonly [name: string, count: number];

const listed = (parts: readonly Part[]) =>
  parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}${count}件`)
    .join('、');

/** Returns what is unsent, e.g. 「送信待ち2件、書きかけの解答1件」. */
export function unsentWords({ waiting, refused, drafts }: Pick<Unsent, 'waiting' | 'refused' | 'drafts'>): string {
  return listed([
    ['送信待ち', waiting],
    ['要確認', refused],
    ['書きかけの解答', drafts],
  ]);
}

/** Returns a sentence on what happens to unsent work that stays on the device. */
export function keptWords({ waiting, drafts }: Pick<Unsent, 'waiting' | 'drafts'>): string {
  const then = waiting > 0 ? '送信されます' : drafts > 0 ? '続きから解けます' : '要確認に表示されます';
  return `端末に残すと、次に同じ人がログインしたときに${then}。`;
}

/**
 * Returns what discarding (破棄) deletes, e.g. 「読了2件、提出した解答1件、書きかけの解答1件」 (read marks, submits, unfinished
 * answers).
 */
export function lostWords({ waiting, refused, reads, submits, drafts, edits, reviews }: Unsent): string {
  return listed([
    ['読了', reads],
    ['提出した解答', submits],
    // Unreadable queue records are neither reads nor submits.
    ['読み取れない記録', waiting + refused - reads - submits],
    ['書きかけの解答', drafts],
    ['保存していない編集', edits],
    ['復習の記録', reviews],
  ]);
}

/** Returns the saved courses that a sign-out deletes, e.g. 「保存したコース2件・4.1 MB」 (2 saved courses). */
export function packWords({ courses, courseBytes }: Pick<Unsent, 'courses' | 'courseBytes'>): string {
  return `保存したコース${courses}件${courseBytes > 0 ? `・${formatBytes(courseBytes)}` : ''}`;
}
