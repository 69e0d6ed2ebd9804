/** Loads the parser of syntax beyond markdown, a lazy chunk, with the first text that needs it. */
import type * as Extras from './extras/extras';

let extras: typeof Extras | undefined;

/** Matches an HTML tag, a box, a definition list, or an info string with more than a language. */
const signs =
  /<[!/?a-z]|^[ >]*\[!|^:|^[ \t]*(?::::|\/\/\/|!!!|\?\?\?|===[!+]? ?")|(?:```|~~~) *\w*[^\w\s`~]|(?:```|~~~) *\w+ +\S/im;
const isWanted = (text: string) => signs.test(text);

/** The loaded parser; undefined before. */
export function extrasOf(text: string): typeof Extras | undefined {
  return isWanted(text) ? extras : undefined;
}

/** Loads what a text needs; undefined when nothing is to load. Without a network the text is drawn as plain markdown. */
export function fetchExtras(text: string): Promise<void> | undefined {
  if (extras || !isWanted(text)) return undefined;
  return import('./extras/extras').then(
    (module) => {
      extras = module;
    },
    () => undefined,
  );
}
