/** Finds where an address written without brackets ends. */

/** The maximum number of characters that are looked at. */
export const MAX_ADDRESS = 4096;

/** Matches a host: with a dot; in a house's own network, a name with a port or a path; www.; localhost with a port. */
const asciiHost =
  /^(?:https?:\/\/(?:[\w-]+(?:\.[\w-]+)+|localhost(?![\w-])|[\w-]+(?=:\d|\/))|www(?:\.[\w-]+)+|localhost(?=:\d))(?::\d{1,5})?/i;
/** Matches ASCII without spaces and `<`. */
const ascii = /[!-;=-~]/;
/** Punctuation that belongs to the sentence when an address ends with it. */
const sentence = /[)\].,:;!?'"*_~]/;
/** Matches a reference such as `&hl;` at the end. */
const entity = /^&[a-z\d]{1,32};(?![!-;=-~])/i;

export interface AddressRule {
  /** Matches from the beginning to the end of the host and its port. */
  host: RegExp;
  /** Returns whether a character that is not ASCII belongs to the address. */
  isWide: (text: string, at: number) => boolean;
}

/** Without other scripts, an address ends where they begin. */
const asciiRule: AddressRule = { host: asciiHost, isWide: () => false };

/** Returns the number of characters of the address that a text begins with; 0 without one. */
export function addressLength(text: string, { host, isWide } = asciiRule): number {
  let at = host.exec(text)?.[0].length ?? 0;
  let end = at;
  let openBrackets = 0;
  for (let char = ''; at > 0 && at < text.length; at += char.length) {
    char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!ascii.test(char) && !(char > '~' && isWide(text, at))) break;
    if (char === '&' && entity.test(text.slice(at, at + 40))) break;
    const isClosing = char === ')' && openBrackets > 0;
    openBrackets += isClosing ? -1 : Number(char === '(');
    if (isClosing || !sentence.test(char)) end = at + char.length;
  }
  return end;
}
