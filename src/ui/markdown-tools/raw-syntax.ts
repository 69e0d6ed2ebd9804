/**
 * Finds syntax of other tools that learners would see as it is written, and the addresses that are links without
 * brackets.
 */
import type { Nodes, Root } from 'mdast';

import { wordsOf } from '@/ui/markdown/rewrite/rewrite-tree';

/** Words of a text and their line, counted from 1. */
export interface PlacedWords {
  line: number;
  words: string;
}

/** Matches syntax anywhere in the words of a text. Bounded lengths, so that a text full of signs is not slow. */
const anywhere = [
  // HTML and templates: tags, `{% tabs %}`, `{{ name }}`, `{.class}`, `{/* comment */}`.
  /<\/?[a-z][\w:-]{0,40}(?:\s[^<>]{0,300})?\/?>|<!--/,
  /\{%[^{}]{0,200}%?\}?|\{\{[^{}]{0,200}\}\}|\{:?[ ]?[.#][\w-]{1,60}[^{}]{0,200}\}|\{:[a-z]{1,20}\}|\{\/\*/,
  // Confluence, はてな: `{info}`, `||<`, `!a.png!`, `[words|address]`, `[~name]`; Org: `[[address][words]]`.
  /\{(?:info|note|tip|warning|panel|code|color|quote|noformat|toc|expand)(?::[^{}]{0,100})?\}|\|\|</,
  /![^\s!|()]{1,99}\.(?:png|jpe?g|gif|svg|webp)(?:\|[^!|]{0,80})?!|\[[^[\]|]{1,100}\|https?:[^[\]|\s]{1,300}\]|\[~[\w.-]{1,60}\]/,
  /\[\[[^[\]]{1,300}\]\[[^[\]]{1,200}\]\]/,
  // Links and notes: `[[page]]`, `[words](address with spaces)`, `^[note]`, `[^1]` without a definition, `((note))`,
  // `[f:id:…]`.
  /!?\[\[[^[\]]{1,200}\]\]|!?\[[^[\]]{1,200}\]\((?:[^()]{0,300}\)|$)|\^\[[^\]]{1,300}\]|\[\^[^\]\s]{1,99}\]/,
  // A picture whose definition is missing: `![words][name]`.
  /!\[[^[\]]{0,100}\]\[[^[\]]{0,60}\]/,
  /\(\((?=[^()]{0,200}[^\0-\x7f])[^()]{1,200}\)\)|\[f:id:[^\]]{1,200}\]|\[-?@[\w:-]{1,80}[^\]]{0,100}\]|@(?:fig|tbl|eq|sec|lst)-[\w-]{1,60}/,
  // Readings: `[**漢字**]{かんじ}`, `漢字{かんじ}`, `{漢字;かんじ}`, `:ruby[漢字]{rt=かんじ}`, `[ruby]…[/ruby]`, `｜漢字《`, `《《漢字》》`.
  /(?:(?:[[［][^[\]［］]{1,40})?[\]］]|[一-龠々])[{｛][ぁ-ゖァ-ヺー]{1,40}[}｝]|[{｛][^{}｛｝;:]{1,40}(?:;|::)[ぁ-ゖァ-ヺー]{1,40}[}｝]/,
  /(?<![\w:]):[a-z][\w-]{1,20}\[[^[\]]{1,200}\]|\[\/[a-z]{1,20}\]|\[ruby\s[^[\]]{1,80}\]|[|｜][^\s|｜《》<]{1,40}(?:《|<<|≪)|《《[^《》]{1,60}》》/,
  // Signs: `:smile:`, `x^2^`, `H~2~O`, `%%comment%%`, `**` beside Japanese, fences.
  /(?<![\w:]):[a-z][a-z\d_+-]{1,40}:(?![\w:])|(?<=[^\s^])\^[^\s^]{1,20}\^|(?<=[A-Za-z)])~\w{1,5}~(?!~)|(?<=\s)\^[a-z][\w-]{1,40}$/,
  /%%[^%]{1,300}%%|(?<=[^\0-\x7f])\*\*|\*\*(?=[^\0-\x7f])|`{3,}|\$\$/,
  // Cells of a spreadsheet, pasted as text.
  /[^\s\t][^\t]{0,30}\t.{0,60}/,
  // Signs of a wiki: `''words''`; and of full width: `＊＊words＊＊`, `｀words｀`, `［words］（https://…`, `ｈｔｔｐ：／／…`.
  /'{2,3}[^'\s][^']{0,100}'{2,3}|＊{2}[^＊]{1,100}＊{2}|｀[^｀]{1,100}｀|［[^［］[\]]{1,100}[］\]][(（](?=$|https?:)/,
  /(?:https?：|ｈｔｔｐｓ?[:：])[/／]{2}[^\s、。）」]{0,60}/,
  // Commands: LaTeX, 青空文庫.
  /\\[a-z]{2,20}(?=[{[])|\\(?:newpage|clearpage|maketitle|tableofcontents|item|begin|end)\b|［＃[^］]{1,100}］/,
];
/** Matches syntax at the start of a line. */
const atStart = [
  /:{3,}.{0,60}|(?:!!!|\?\?\?|\/\/\/)[ +]?.{0,60}|\+{3}(?:\s.{0,40}|$)|#{1,6}(?=[^\s#\d]).{0,40}|={2,6}[ ].{0,40}/,
  /import\s.{0,80}\sfrom\s+["'].{0,80}|export\s+(?:const|default)\s.{0,40}|\.\. [\w-]{1,30}::.{0,40}|\|.{0,60}/,
  /\[(?:toc|_toc_|:contents)\]|[!?]>\s.{0,40}/,
  // Confluence and wikis: `h1. 題`, `bq. 引用`, `'''`, `words:: meaning`; boxes to tick: `[-]`; full width:
  // `｜列｜`, `＞ 引用`.
  /(?:h[1-6]|bq)\.\s.{0,40}|'{3}(?=\s*$)|[^\s:]{1,40}::\s.{0,40}|[・●]?\s?\[[\s~/><?!✓✔*xX-]\].{0,40}|｜[^｜]{1,60}｜.{0,60}|＞.{0,60}/,
  // A list without a space: `-行`.
  /[-*+](?=[ぁ-ゖァ-ヺ一-龠「]).{0,40}/,
  // Full-width `＃ 題`, an abbreviation `*[HTML]: words`, AsciiDoc `[NOTE]`.
  /＃{1,6}(?=[^\s＃\d０-９]|\s{1,9}\S).{0,40}|\*\[[^[\]]{1,60}\]:\s.{0,80}|\[(?:note|tip|important|warning|caution)\](?=\s*$)/,
];
const source = (patterns: readonly RegExp[]) => patterns.map((pattern) => pattern.source).join('|');
const pattern = new RegExp(`^[ \\t]*(?:${source(atStart)})|${source(anywhere)}`, 'gi');
const withinLine = new RegExp(source(anywhere), 'gi');
/** Languages of code that other tools show as a diagram. */
const diagram = /^(?:mermaid|plantuml|puml|graphviz|dot|d2|chart|flowchart|sequence|geojson|csvpreview)$/i;

const MAX_WORDS = 40;
const shorten = (words: string) => (words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words);

/** Collects raw syntax and bare addresses of a part of a text. @param before the number of lines above the part */
export function findRaw(tree: Root, before: number, found: { raw: PlacedWords[]; addresses: PlacedWords[] }): void {
  let line = before + 1;
  let isLineStart = true;
  let lastText = '';
  const visit = (node: Nodes): void => {
    if (node.position) line = before + node.position.start.line;
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') isLineStart = true;
    if (node.type === 'break') line = node.position ? before + node.position.end.line : line + 1;
    // `[会議]: 10時から` is a definition, which is not shown.
    else if (node.type === 'definition' && !/[/.#:@]/.test(node.url))
      found.raw.push({ line, words: shorten(`[${node.label ?? node.identifier}]: ${node.url}`) });
    else if (node.type === 'code' && diagram.test(node.lang ?? '')) found.raw.push({ line, words: node.lang ?? '' });
    else if (node.type === 'link' && node.data?.isBare) {
      found.addresses.push({ line, words: wordsOf(node) });
      // `<https://…/a b.pdf>`: an address in brackets that has a space.
      if (lastText.endsWith('<')) found.raw.push({ line, words: shorten(`<${wordsOf(node)}`) });
    } else if (node.type === 'text') {
      for (const [words] of node.value.matchAll(isLineStart ? pattern : withinLine))
        found.raw.push({ line, words: shorten(words.trim()) });
      lastText = node.value;
    } else if ('children' in node) for (const child of node.children) visit(child);
    isLineStart = node.type === 'break';
  };
  visit(tree);
}
