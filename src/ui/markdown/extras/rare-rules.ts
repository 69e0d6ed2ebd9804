/**
 * Rules that few texts need: bars inside table cells, addresses with letters of other scripts, ranges with double
 * tildes.
 */
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Code, Construct, Event, Extension, State, TokenizeContext } from 'micromark-util-types';

import { addressLength, createAddress } from '@/ui/markdown/parse/address-syntax';
import { setRanges } from '@/ui/markdown/parse/emphasis';

import { keptBars } from './table-bars';

// Finds the end of web addresses with letters of other scripts, which is hard where words have no spaces between
// them (docs/decisions/0067).

/** Matches a label of a host: in ASCII, or with letters of another script before a dot and a top-level domain. */
const label = String.raw`(?:(?=[\w-]{0,63}[^\0-\x7f])[\p{L}\p{M}\p{N}-]{1,63}(?=\.(?:[a-z]{2,}|[^\0-\x7f]))|[\w-]+)`;
const otherScripts = ['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Hangul', 'Thai'];
/** Japanese and Chinese top-level domains; of other scripts, which have spaces between words, any word is one. */
const topLevel = String.raw`(?:\.(?:(?:みんな|コム|ストア|セール|クラウド|ファッション|ポイント|グーグル|アマゾン|テスト|日本|世界|中国|中國|香港|台湾|台灣|公司|网络)(?!\p{L})|[${otherScripts.map((name) => String.raw`\p{Script=${name}}`).join('')}]{2,20}(?!\p{Script=Latin})))`;
/** Matches a host as `address-syntax.ts` does, but with labels in other scripts. */
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

const wideAddresses: Extension = {
  text: Object.fromEntries(Array.from('hlwHLW', (char) => [char.charCodeAt(0), address])),
};

const BAR = 124;
const LETTER = 120;
const TAB = -2;
const SPACE_OF_TAB = -1;

/** Returns the number of columns of the table in which the parser's events end; undefined before a table's header. */
function countColumns(events: readonly Event[]): number | undefined {
  const tail = events.findLast(([, { type }]) => type !== 'lineEnding' && type !== 'linePrefix')?.[1].type;
  if (tail !== 'tableHead' && tail !== 'tableRow') return undefined;
  const from = events.findLastIndex(([, { type }]) => type === 'tableHead');
  const start = events.findLastIndex(([, { type }], index) => index < from && type === 'tableHead');
  return events.slice(start, from).filter(([kind, { type }]) => kind === 'enter' && type === 'tableDelimiterFiller')
    .length;
}

/** Reads the rest of the line, with its tabs and without the spaces that the parser adds for each tab. */
function readLine(context: TokenizeContext): string {
  const start = context.now();
  let line = '';
  for (const chunk of context.sliceStream({ start, end: { ...start, _index: Infinity, _bufferIndex: -1 } })) {
    if (typeof chunk === 'string') line += chunk;
    else if (chunk === TAB) line += '\t';
    else if (chunk !== SPACE_OF_TAB) break;
  }
  return line;
}

/** Returns the bars of the current table row that do not end a cell. */
function findKept(context: TokenizeContext): ReadonlySet<number> {
  return keptBars(readLine(context), countColumns(context.events));
}

/**
 * Wraps GFM's table rule: bars that do not end a cell are shown to it as letters. If the number of header columns then
 * differs, GFM's rule is used unchanged.
 */
function keepBars(table: Construct): Construct {
  return {
    ...table,
    tokenize(effects, ok, nok) {
      const { offset } = this.now();
      const kept = findKept(this);
      let current: Code = null;
      let isOver = false;
      const end = (state: State): State => {
        return (code) => {
          isOver = true;
          return state(code);
        };
      };
      const follow = (state: State): State => {
        return (code) => {
          current = code;
          const next = state(code === BAR && kept.has(this.now().offset - offset) ? LETTER : code);
          return next && !isOver ? follow(next) : next;
        };
      };
      if (kept.size === 0) return nok;
      return follow(
        table.tokenize.call(this, { ...effects, consume: () => effects.consume(current) }, end(ok), end(nok)),
      );
    },
  };
}

const { flow } = gfmTable();
/**
 * The parser rule for tables: a bar inside furigana, code, a formula or a link does not end a cell
 * (docs/decisions/0067).
 */
export const heldBars: Extension = { flow: { null: [flow?.null ?? []].flat().map(keepBars) } };

// Finds double tildes that mean ranges and strike nothing (docs/decisions/0067).

/** The kinds of letters in a range's ends: 「A棟」 and 「B棟」 are both `a漢`. Hiragana and punctuation end a range's end. */
const letterKinds: [RegExp, kind: string][] = [
  [/[\d０-９]+/g, '0'],
  [/[A-Za-zＡ-Ｚａ-ｚ]+/g, 'a'],
  [/[ァ-ヺー]+/g, 'ア'],
  [/[\p{Script=Han}々]+/gu, '漢'],
  [/[ぁ-ん]/g, 'あ'],
  [/\p{No}/gu, '①'],
];
const endLetter = String.raw`A-Za-z\dＡ-Ｚａ-ｚ０-９ァ-ヺー\p{Script=Han}々\p{No}.:：%％()（）\-－`;
const endLetters = `[${endLetter}]{1,20}`;
const endBefore = new RegExp(`(?:${endLetters}|(?<![ぁ-ん])[ぁ-ん])$`, 'u');
const endBehind = new RegExp(`^(?:${endLetters}|[ぁ-ん](?![ぁ-ん]))`, 'u');
const oneEnd = new RegExp(`^${endLetters}$`, 'u');
const twoEnds = new RegExp(`^(?:${endLetters}|[ぁ-ん])[^${endLetter}]{1,3}(?:${endLetters}|[ぁ-ん])$`, 'u');

const kindsOf = (end: string) => letterKinds.reduce((kinds, [letters, kind]) => kinds.replace(letters, kind), end);

/**
 * Returns how surely two tildes between these texts mean a range: 2 between numbers or equal units, 1 between letters
 * of a kind.
 */
function rangeBetween(before: string, behind: string): 0 | 1 | 2 {
  const [from = ''] = endBefore.exec(before) ?? [];
  const [to = ''] = endBehind.exec(behind) ?? [];
  if (from === '' || to === '') return 0;
  if (/[\d０-９]$/.test(from) && /^[\d０-９]/.test(to)) return 2;
  const [kindsFrom, kindsTo] = [kindsOf(from), kindsOf(to)];
  const isUnit = from.slice(-1) === to.slice(-1);
  if (!kindsFrom.endsWith(kindsTo) && !(isUnit && kindsTo.endsWith(kindsFrom))) return 0;
  return isUnit || kindsTo.includes('0') || to.length === 1 ? 2 : 1;
}

/** Returns the offsets of those double tildes of a line that mean ranges and strike nothing: 「A棟~~B棟、C棟~~D棟」. */
function findRanges(line: string): ReadonlySet<number> {
  const found = new Set<number>();
  const places = [...line.matchAll(/(?<!~)~~(?!~)/g)].map(({ index }) => index);
  let open: number | undefined;
  let content = '';
  for (const [index, at] of places.entries()) {
    const before = line.slice(index > 0 ? (places[index - 1] ?? 0) + 2 : 0, at);
    const behind = line.slice(at + 2, places[index + 1]);
    const isLast = index === places.length - 1;
    const sureness = rangeBetween(before, behind);
    if (open !== undefined) {
      // 「1F~~屋上、2F~~3F」: the first tildes would strike the ends of two ranges.
      if (sureness > 0 && /\w/.test(line.charAt(open - 1)) && twoEnds.test(content)) found.add(open).add(at);
      open = undefined;
    } else if (sureness > 0 && (isLast || (sureness > 1 ? !oneEnd.test(behind) : twoEnds.test(behind)))) found.add(at);
    else if (!/^\s|^$/.test(behind)) open = at;
    content = behind;
  }
  return found;
}

setRanges(findRanges);

export const rareRules: readonly Extension[] = [heldBars, wideAddresses];
