/** Finds the end of a web address that is written without brackets in a text. */

/** The maximum number of characters of an address that are examined. */
export const MAX_ADDRESS = 4096;

/** Matches a host: with a dot; a name in an intranet with a port or a path; www.; localhost with a port. */
const asciiHost =
  /^(?:https?:\/\/(?:[\w-]+(?:\.[\w-]+)+|localhost(?![\w-])|[\w-]+(?=:\d|\/))|www(?:\.[\w-]+)+|localhost(?=:\d))(?::\d{1,5})?/i;
/** Matches ASCII characters except spaces and `<`. */
const ascii = /[!-;=-~]/;
/** Punctuation that is part of the sentence, not of the address, when it ends an address. */
const sentence = /[)\]}.,:;!?'"*_~]/;
/** Matches a character reference such as `&hl;` at the end. */
const entity = /^&[a-z\d]{1,32};(?![!-;=-~])/i;

export interface AddressRule {
  /** Matches an address from its beginning to the end of the host and its port. */
  host: RegExp;
  /** Returns whether a non-ASCII character belongs to the address. */
  isWide: (text: string, at: number) => boolean;
}

/** By default an address ends before the first letter of another script, such as Japanese. */
const asciiRule: AddressRule = { host: asciiHost, isWide: () => false };

/** Returns the length of the address that a text begins with, in characters; 0 without one. */
export function addressLength(text: string, { host, isWide } = asciiRule): number {
  let at = host.exec(text)?.[0].length ?? 0;
  let end = at;
  let openBrackets = 0;
  for (let char = ''; at > 0 && at < text.length; at += char.length) {
    char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!ascii.test(char) && !(char > '~' && isWide(text, at))) break;
    if (char === '&' && entity.test(text.slice(at, at + 40))) break;
    const isClosing = /[)\]}]/.test(char) && openBrackets > 0;
    openBrackets += isClosing ? -1 : Number(/[([{]/.test(char));
    if (isClosing || !sentence.test(char)) end = at + char.length;
  }
  return end;
}
