/** Loads the extended syntax and rare parser rules together with the first text that needs them. */
import type { Extension } from 'micromark-util-types';

import type * as Extras from './extras/extras';

let extras: typeof Extras | undefined;
let rules: readonly Extension[] | undefined;

/** Matches extended syntax: an HTML tag, a box, a definition list, or an info string with more than a language. */
const blocks =
  /<[!/?a-z]|^[ >]*\[!|^[ \t]*>[ >]*\*\*(?:Note|Tip|Important|Warning|Caution)\*\*|^[ \t]*\[:?(?:toc|contents)\]|^:|^[ \t]*(?::::|\/\/\/|!!!|\?\?\?|===[!+]? ?")|(?:```|~~~) *math\b|(?:```|~~~) *\w*[^\w\s`~]|(?:```|~~~) *\w+ +\S/im;
/**
 * Matches extended syntax: a displayed formula, an include, a quiz, an embedded page, and a picture's size or
 * attributes.
 */
const others =
  /\\\[|\\begin\{|\\\\\(|\$\$[^$\n]*$|\{\{|\{[*!%]|-8<-|@\[|\[\[|^[ \t]*\[[[(]|\[tex:|\[https?:|\[details|\]\([^()]*(?:\([^()]*\)[^()]*)? =\d*%?|\)\{|\| ?\d+(?:%|px|x\d+)? ?\]/m;
/** Matches furigana in the notations of other tools (extras/ruby.ts). */
const furigana = /[\]}](?:\{|\^?\()[-ぁ-ゖァ-ヺ]|[|｜][^|｜\n]{1,40}[(（]|\\ruby|&ruby/i;
/** Matches the beginning of a web address. */
const addressStart = /https?:\/|www|localhost:/i;
/** Matches a letter of another script where an address may have one, in its host or path. */
const wideLetter =
  /(?:[/=#&_(+.-]|\/[A-Z\d][\w-]*)[^\0-\x7f\u3000-\u303f\uff00-\uff1f]|[/=][\w%-]*(?:[ァ-ヶ一-鿿]|[^\0-\x7f].{0,60}\.[a-z])|\/【/;
const held = /`[^`\n]*`|\$[^$\n]*\$|[{｛][^{}｛｝\n]*[}｝]|\[[^[\]\n]*\]/g;
const barsIn = (line: string) => line.split('|').length - 1;

/**
 * Returns whether a table row has bars that divide cells, and other bars inside code, a formula, furigana or a link.
 */
function hasHeldBar(line: string): boolean {
  const dividing = barsIn(line.replace(held, ''));
  return dividing > 0 && dividing < barsIn(line);
}

/**
 * Returns whether a text has an address with letters of other scripts. Reads each word once: one pattern for all would
 * take quadratic time.
 */
function hasWideAddress(text: string): boolean {
  return text.split(/[\s<]/).some((word) => {
    const start = addressStart.exec(word);
    return start !== null && wideLetter.test(word.slice(start.index + start[0].length));
  });
}

const isWanted = (text: string) => blocks.test(text) || others.test(text) || furigana.test(text);
const needsRules = (text: string) =>
  hasWideAddress(text) || /~~.*~~/.test(text) || (text.includes('|') && text.split('\n').some(hasHeldBar));

/** Returns the module for extended syntax if a text needs it and it is loaded. */
export function extrasOf(text: string): typeof Extras | undefined {
  return isWanted(text) ? extras : undefined;
}

/** Returns the loaded parser rules that a text needs besides the usual ones. */
export function rulesOf(text: string): readonly Extension[] {
  return rules && needsRules(text) ? rules : [];
}

/**
 * Loads the syntax modules that a text needs; returns undefined when there is nothing to load. Without a network the
 * text is drawn as plain markdown.
 */
export function fetchExtras(text: string): Promise<void> | undefined {
  const loads: Promise<void>[] = [];
  if (!extras && isWanted(text))
    loads.push(
      import('./extras/extras').then((module) => {
        extras = module;
      }),
    );
  if (!rules && needsRules(text))
    loads.push(
      import('./extras/rare-rules').then(({ rareRules }) => {
        rules = rareRules;
      }),
    );
  return loads.length > 0 ? Promise.allSettled(loads).then(() => undefined) : undefined;
}
