/**
 * Rewrites furigana of other tools to `｜漢字《かんじ》`: ruby in HTML, old or incomplete, and the notations of novel sites,
 * wikis and LaTeX.
 */
import type { Root, RootContent } from 'mdast';

import { plainFurigana } from '@/ui/markdown/rewrite/furigana';
import { rewriteTree } from '@/ui/markdown/rewrite/rewrite-tree';

const base = String.raw`([^\s\[\]{}|｜《》<>,、。]{1,40})`;
/** Matches a reading in kana, also letter by letter: 「かん.じ」. */
const reading = String.raw`([ぁ-ゖァ-ヺーゝゞヽヾ\u3000 .・+|｜]{1,60})`;
const spellings = new RegExp(
  [
    // markdown-it-furigana and its relatives.
    String.raw`(?:\[${base}\](?:\{|\^\(|\(-)|\{${base}\}(?:\{|\^?\())${reading}[})]`,
    // なろう: only behind the mark, because 「漢字（かんじ）」 is prose.
    String.raw`[|｜]${base}[(（]${reading}[)）]`,
    // pixiv, MediaWiki, LaTeX, PukiWiki.
    String.raw`\[\[rb:\s*${base}\s*[>＞]\s*${reading}\]\]`,
    String.raw`\{\{(?:ruby|furigana|ルビ|読み仮名|ふりがな)\|${base}\|${reading}\}\}`,
    String.raw`\\ruby(?:\[\w{0,4}\])?\{${base}\}\{${reading}\}`,
    String.raw`&ruby\((?<kana>[ぁ-ゖァ-ヺー]{1,60})\)\{(?<word>[^\s{}<>]{1,40})\};?`,
  ].join('|'),
  'giu',
);

function rewriteSpellings(text: string): string {
  if (!/[[{\\&|｜]/.test(text)) return text;
  return text.replace(spellings, (all: string, ...rest) => {
    const named = rest.at(-1) as { kana?: string; word?: string };
    const [word, kana] =
      named.kana === undefined ? rest.filter((each) => typeof each === 'string') : [named.word, named.kana];
    const written = String(kana).replace(/[\s\u3000.・+|｜]/g, '');
    // Kana alone need no reading: 「[メモ]{あ}」.
    return written === '' || !/[^\0-\x7fぁ-ゖ]/.test(String(word)) ? all : `｜${String(word)}《${written}》`;
  });
}

const codeOrWords = /`[^`]*`|[^`]+|`/g;
const rubyHtml = /<r[tp]\b[^<>]{0,100}>[^<>]*|<\/?r(?:uby|b|t|p|bc|tc)\b[^<>]{0,100}>/gi;

/** Returns a text without readings in any notation; code stays as it is. */
export function plainRuby(text: string): string {
  return text.replace(codeOrWords, (words) =>
    words.startsWith('`') ? words : plainFurigana(rewriteSpellings(words.replace(rubyHtml, ''))),
  );
}

const part = /^<(\/?)(ruby|rb|rbc|rt|rtc|rp)\b[^<>]*>$/i;

interface Ruby {
  bases: string[];
  readings: string[];
}

/**
 * Returns the bases and readings between `<ruby>` and `</ruby>`, of which HTML lets most end tags be omitted; undefined
 * with other contents.
 */
function readRubyParts(nodes: readonly RootContent[]): Ruby[] | undefined {
  const pairs: Ruby[] = [{ bases: [], readings: [] }];
  let inside = 'rb';
  let isOpen = false;
  for (const node of nodes) {
    const [, slash, name = ''] = node.type === 'html' ? (part.exec(node.value) ?? []) : [];
    if (node.type !== 'text' && name === '') return undefined;
    let pair = pairs.at(-1);
    if (node.type === 'text') {
      const words = node.value.trim();
      if (!pair || words === '' || inside === 'rp') continue;
      const isReading = inside === 'rt';
      if (!isReading && pair.readings.length > 0) pairs.push((pair = { bases: [], readings: [] }));
      const list = isReading ? pair.readings : pair.bases;
      if (isOpen && list.length > 0) list[list.length - 1] += words;
      else list.push(words);
      isOpen = true;
    } else {
      isOpen = false;
      const own = name.toLowerCase();
      inside = slash === '/' || !/^(?:rt|rtc|rp)$/.test(own) ? 'rb' : own.slice(0, 2);
    }
  }
  return pairs;
}

/** Writes ruby as furigana; undefined where only HTML can show it. */
function writeRuby(pairs: readonly Ruby[]): string | undefined {
  const words = pairs.flatMap(({ bases, readings }) =>
    bases.length === readings.length
      ? bases.map((word, index) => [word, readings[index] ?? ''])
      : [[bases.join(''), readings.join('')]],
  );
  const isPlain = words.every(
    ([word = '', kana = '']) =>
      word.length <= 40 &&
      kana.length <= 60 &&
      !/[|｜《》\n]/.test(word + kana) &&
      (kana === '' || (word !== '' && /[^\0-\x7f]/.test(word + kana))),
  );
  return isPlain ? words.map(([word, kana]) => (kana ? `｜${word}《${kana}》` : word)).join('') : undefined;
}

const isTag = (node: RootContent | undefined, tag: RegExp) => node?.type === 'html' && tag.test(node.value);

function rewriteRuby(siblings: RootContent[]): RootContent[] {
  const done: RootContent[] = [];
  for (let at = 0; at < siblings.length; at += 1) {
    const node = siblings[at];
    if (!node) break;
    const length = isTag(node, /^<ruby\b/i)
      ? siblings.slice(at + 1, at + 60).findIndex((each) => isTag(each, /^<\/?ruby\b/i))
      : -1;
    const end = at + 1 + length;
    const pairs =
      length > 0 && isTag(siblings[end], /^<\/ruby/i) ? readRubyParts(siblings.slice(at + 1, end)) : undefined;
    const value = pairs && writeRuby(pairs);
    const last = done.at(-1);
    if (value === undefined) done.push(node);
    else {
      at = end;
      if (last?.type === 'text') last.value += value;
      else done.push({ type: 'text', value, position: node.position });
    }
  }
  return done;
}

/** Rewrites all furigana of a tree whose HTML has been read. */
export function readRuby(tree: Root): void {
  rewriteTree(tree, (siblings) => {
    const read = siblings.some((node) => isTag(node, /^<ruby\b/i)) ? rewriteRuby(siblings) : siblings;
    for (const node of read) if (node.type === 'text') node.value = rewriteSpellings(node.value);
    return read;
  });
}
