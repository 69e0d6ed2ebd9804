/**
 * Finds the end of web addresses with letters of other scripts, which is hard where words have no spaces between them
 * (docs/decisions/0067).
 */
import type { Extension } from 'micromark-util-types';

import { addressLength } from '@/ui/markdown/address-length';
import { createAddress } from '@/ui/markdown/markdown-address';

/** Matches a label of a host: in ASCII, or in another script before a dot and a top-level domain. */
const label = String.raw`(?:[\w-]+|(?=[^\0-\x7f])[\p{L}\p{M}\p{N}-]{1,63}(?=\.(?:[a-z]{2,}|[^\0-\x7f])))`;
const topLevel = String.raw`(?:\.(?:みんな|コム|日本|中国|香港|台湾|한국)(?!\p{L}))`;
/** Matches a host as `address-length.ts` does, but with labels in other scripts. */
const host = new RegExp(
  String.raw`^(?:https?://(?:${label}(?:(?:\.${label})+${topLevel}?|${topLevel})|localhost(?![\w-])|[\w-]+(?=:\d|/))|www(?:\.${label})+|localhost(?=:\d))(?::\d{1,5})?`,
  'iu',
);
const letter = /[^\0-\x7f]/;
const wide = /^[\p{L}\p{M}\p{N}]/u;
/** The characters after which a page's name may begin in an address. */
const opening = /[/=#&_(+-]/;
/** Matches prose in place of a page's name: a particle followed by a word, 「/を見る」. */
const proseAtStart =
  /^(?:を|です|でし|でも|から(?!く)|まで|など|にあ|によ|として|という|[はがにでとのへもや](?![ぁ-ん])|(?:을|를|에서|으로|은|는)(?!\p{L}))/u;
/** Matches prose that follows a page's name: 「日本語を見る」, 「日本語です」. */
const proseBehind =
  /^(?:を(?:[見みご参開読よ確使入押選検]|クリ|タップ|コピー)|です|でし|にあり|にある|[にへ]アクセス|の(?:ページ|サイト|記事))/;
const particleBeforeComma = /^[はがにでもをへとや][、,]/;

/** Returns whether a non-ASCII letter belongs to the address. @param before the last 40 characters of the address so far */
function isNameLetter(before: string, rest: string): boolean {
  const previous = before.slice(-1);
  if (/[ぁ-ん]/.test(previous)) return !proseBehind.test(rest);
  if (letter.test(previous)) return !proseBehind.test(rest) && !particleBeforeComma.test(rest);
  if (opening.test(previous)) return !proseAtStart.test(rest);
  // A page's name that begins with a capital letter or a digit may go on in Japanese (「C言語」); a path of an app does not:
  // 「/login画面」.
  const isName = /[/=#][A-Z\d][\w-]*$/.test(before) && !/\.[a-z]\w{1,4}$/i.test(before);
  return isName && !/^[ぁ-ん\u0e00-\u0e7f]/.test(rest);
}

/** Returns whether a non-ASCII character belongs to the address: only in its path. */
function isWide(text: string, at: number): boolean {
  if (!/^(?:https?:\/\/)?[^/?#]*[/?#]/i.test(text.slice(0, at))) return false;
  const before = text.slice(Math.max(0, at - 40), at);
  const rest = text.slice(at, at + 12);
  if (wide.test(rest)) return isNameLetter(before, rest);
  return /^・[\p{L}\p{N}]/u.test(rest) && letter.test(before.slice(-1));
}

/**
 * Returns the length of the address that a text begins with, in characters; 0 for an ASCII address, for which the parser's usual rule is
 * enough.
 */
export function wideAddressLength(text: string): number {
  const length = addressLength(text, { host, isWide });
  return letter.test(text.slice(0, length)) ? length : 0;
}

const address = createAddress('wideAutolink', wideAddressLength);

export const wideAddresses: Extension = {
  text: Object.fromEntries(Array.from('hlwHLW', (char) => [char.charCodeAt(0), address])),
};
