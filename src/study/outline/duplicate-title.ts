/** Makes the titles of duplicates. */
import { MAX_TITLE_LENGTH } from '@/api/question-set-edits';
import { trimLoneSurrogate } from '@/lib/trim-lone-surrogate';

const MARK = 'のコピー';

/** Returns 「〈題〉のコピー」, cut to the length of a title. */
export function duplicateTitle(title: string): string {
  return `${trimLoneSurrogate(title.slice(0, MAX_TITLE_LENGTH - MARK.length))}${MARK}`;
}
