/** What documents hold beyond markdown is read by a chunk of its own, which comes with the first text that has some. */
import type * as Extras from './extras/extras';

let extras: typeof Extras | undefined;

/** A tag, a callout, a definition, or more behind a fence than a language. */
const isWanted = (text: string) => /<[!/?a-z]|^[ >]*\[!|^:|(?:```|~~~) *\w*[^\w\s`~]|(?:```|~~~) *\w+ +\S/im.test(text);

/** What reads a text's extras, once it is here. */
export function extrasOf(text: string): typeof Extras | undefined {
  return isWanted(text) ? extras : undefined;
}

/** Fetches what a text needs; undefined where that is here. Without a network the text is drawn as markdown alone. */
export function fetchExtras(text: string): Promise<void> | undefined {
  if (extras || !isWanted(text)) return undefined;
  return import('./extras/extras').then(
    (module) => {
      extras = module;
    },
    () => undefined,
  );
}
