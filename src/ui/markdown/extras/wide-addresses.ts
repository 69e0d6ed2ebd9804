/**
 * Finds the end of web addresses with letters of other scripts, which is hard where words have no spaces between them
 * (docs/decisions/0067).
 */
import type { Extension } from 'micromark-util-types';

import { addressLength } from '@/ui/markdown/address-length';
import { createAddress } from '@/ui/markdown/markdown-address';

/** Matches a label of a host: in ASCII, or with letters of another script before a dot and a top-level domain. */
const label = String.raw`(?:(?=[\w-]{0,63}[^\0-\x7f])[\p{L}\p{M}\p{N}-]{1,63}(?=\.(?:[a-z]{2,}|[^\0-\x7f]))|[\w-]+)`;
const otherScripts = ['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Hangul', 'Thai'];
/** Japanese and Chinese top-level domains; of other scripts, which have spaces between words, any word is one. */
const topLevel = String.raw`(?:\.(?:(?:みんな|コム|ストア|セール|クラウド|ファッション|ポイント|グーグル|アマゾン|テスト|日本|世界|中国|中國|香港|台湾|台灣|公司|网络)(?!\p{L})|[${otherScripts.map((name) => String.raw`\p{Script=${name}}`).join('')}]{2,20}(?!\p{Script=Latin})))`;
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
const proseBehind = new RegExp(
  [
    'を(?:[見みご参開読よ確使入押選検配印送書持利調保共貼転閲お各受申登探]|クリ|タップ|コピー|ダウン|チェ|ブッ|アク|もと|用い)',
    'です|でし',
    'に(?:あり|ある|アクセス|移動|進|接続|ログ|掲載|記載|つい)',
    'へ(?:アクセス|移動|進|どうぞ)',
    'の(?:ページ|サイト|記事|とおり|通り)',
    '(?:から|より)(?:ダウン|入|取得|申|アク|ご|見|ログ|お)|まで(?:アク|ご|お)',
    'は(?:こちら|以下)|が(?:あり|開き|必要)|も(?:ご|参|見)',
  ]
    .map((words) => `^(?:${words})`)
    .join('|'),
);
/** Matches a particle that ends a sentence's part; after hiragana it may end a name: 「はじめに」. */
const particleBehind = /^(?:[はがをにへでともや][、,（(「『]|[はがを](?![\p{L}\p{N}]))/u;
/** Matches words that follow an address in ASCII, and are no page's name: 「?p=1参照」. */
const proseWords = /^(?:参照|参考|確認|画面|ページ|サイト|記事|経由|宛|等)/;
/** Matches a name that goes on without prose to a file's extension, or to the address's next part. */
const goesOn =
  /^(?:(?!を|です|から|まで)[^\s<>、。，．！？!?"'`…/?#&=]){1,60}?(?:\.(?:pdf|docx?|xls[xm]?|pptx?|html?|md|txt|csv|zip|jpe?g|png|gif|svg|webp|mp[34]|mov|php|aspx?|jsp|json)(?![a-z\d])|(?<=[\p{L}\p{N}])[/?#&=](?=[\w%]|[^\0-\x7f]|\s|$))/iu;

/** Returns whether a non-ASCII letter belongs to the address. @param before the end of the address so far */
function isNameLetter(before: string, rest: string): boolean {
  const previous = before.slice(-1);
  const [name = ''] = /[^/?#&=]*$/.exec(before) ?? [];
  if (/\.[a-z]\w{1,4}$/i.test(name)) return false;
  if (letter.test(name)) return !proseBehind.test(rest) && (/[ぁ-ん]/.test(previous) || !particleBehind.test(rest));
  if (opening.test(previous)) return !proseAtStart.test(rest);
  if (goesOn.test(rest)) return !proseAtStart.test(rest);
  // A page's name that begins with a capital letter or a digit may go on in Japanese (「C言語」); a path of an app does
  // not: 「/login画面」.
  const isName = /[/=#][A-Z\d][\w-]*$/.test(before) && !proseWords.test(rest);
  return isName && !/^[ぁ-ん\u0e00-\u0e7f]/.test(rest);
}

const openingBrackets = '（［【〔｛「『〈《';
const closingBrackets = '）］】〕｝」』〉》';

/**
 * Returns whether a full-width bracket belongs to the address: with its partner, after a name, or in a name that goes
 * on.
 */
function isNameBracket(before: string, rest: string): boolean {
  const sign = rest.charAt(0);
  const kind = openingBrackets.indexOf(sign);
  if (kind < 0) {
    const partner = openingBrackets[closingBrackets.indexOf(sign)];
    return partner !== undefined && before.lastIndexOf(partner) > before.lastIndexOf(sign);
  }
  const inside = rest.slice(1, rest.indexOf(closingBrackets.charAt(kind)));
  if (inside === '' || /[\s、。，]/.test(inside) || !rest.includes(closingBrackets.charAt(kind))) return false;
  return goesOn.test(rest) || (kind < 4 && letter.test(before.slice(-1)));
}

/** The number of characters before and after a place in an address that its rules look at. */
const LOOK_AROUND = 80;

/** Returns whether a non-ASCII character belongs to the address: only in its path. */
function isWide(text: string, at: number): boolean {
  if (!/^(?:https?:\/\/)?[^/?#]*[/?#]/i.test(text.slice(0, at))) return false;
  const before = text.slice(Math.max(0, at - LOOK_AROUND), at);
  const rest = text.slice(at, at + LOOK_AROUND);
  if (wide.test(rest)) return isNameLetter(before, rest);
  if (/^・[\p{L}\p{N}]/u.test(rest) && letter.test(before.slice(-1))) return true;
  return isNameBracket(before, rest) || (/^[－〜～＿＆＋]/.test(rest) && goesOn.test(rest));
}

/**
 * Returns the length of the address that a text begins with, in characters; 0 for an ASCII address, for which the
 * parser's usual rule is enough.
 */
export function wideAddressLength(text: string): number {
  const length = addressLength(text, { host, isWide });
  return letter.test(text.slice(0, length)) ? length : 0;
}

const address = createAddress('wideAutolink', wideAddressLength);

export const wideAddresses: Extension = {
  text: Object.fromEntries(Array.from('hlwHLW', (char) => [char.charCodeAt(0), address])),
};
