/**
 * Finds web addresses written without brackets, which may be followed by Japanese without a space:
 * 「https://example.comを見る」.
 */
import type { Extension as NodeExtension, Handle } from 'mdast-util-from-markdown';
import type {} from 'micromark-extension-gfm-autolink-literal';
import type { Code, Construct, Effects, Event, Extension, State, TokenizeContext } from 'micromark-util-types';

/** The maximum number of characters of an address that are examined. */
const MAX_ADDRESS = 4096;

/** Matches a host: with a dot; a name in an intranet with a port or a path; www.; localhost with a port. */
const asciiHost =
  /^(?:https?:\/\/(?:[\w-]+(?:\.[\w-]+)+|localhost(?![\w-])|[\w-]+(?=:\d|\/))|www(?:\.[\w-]+)+|localhost(?=:\d))(?::\d{1,5})?/i;
/** Matches ASCII characters except spaces and `<`. */
const ascii = /[!-;=-~]/;
/** Punctuation that is part of the sentence, not of the address, when it ends an address. */
const sentence = /[)\]}.,:;!?'"*_~]/;
/** Matches a character reference such as `&hl;` at the end. */
const entity = /^&[a-z\d]{1,32};(?![!-;=-~])/i;

interface AddressRule {
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

const start = /^(?:https?:\/\/|www\.|localhost:)/i;
const LONGEST_START = 'localhost:'.length;

function toCharacter(code: Code): string {
  // The parser's codes for line endings and tabs are negative.
  return code !== null && code > 32 && code < 127 ? String.fromCodePoint(code) : '';
}

function isOpenLabel(token: Event[1]): boolean {
  return (token.type === 'labelLink' || token.type === 'labelImage') && !token._balanced;
}

/**
 * Returns whether the current place may be in the text of a link, because a URL inside a link is not a link. Looks at
 * each event once.
 */
function isInLabel(events: Event[]): boolean {
  const seen = events.findLast(([, token]) => isOpenLabel(token) || token._gfmAutolinkLiteralWalkedInto);
  if (seen && isOpenLabel(seen[1])) return true;
  const last = events.at(-1)?.[1];
  if (last) last._gfmAutolinkLiteralWalkedInto = true;
  return false;
}

/** Reads ahead on the line. */
function peek(context: TokenizeContext, length: number): string {
  const from = context.now();
  return context.sliceSerialize({ start: from, end: { ...from, _bufferIndex: from._bufferIndex + length } });
}

/**
 * Creates the parser rule for addresses.
 *
 * @param measure returns the length of the address that a text begins with, 0 without one
 */
export function createAddress(name: string, measure: (text: string) => number): Construct {
  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const { previous } = this;
    let left = 0;
    let kind: 'literalAutolinkHttp' | 'literalAutolinkWww' = 'literalAutolinkHttp';

    const begin: State = (code) => {
      const sign = start.exec(peek(this, LONGEST_START))?.[0] ?? '';
      const isInWord = sign.startsWith('l') && /[-./@]/.test(toCharacter(previous));
      if (sign === '' || isInWord || isInLabel(this.events)) return nok(code);
      left = measure(peek(this, MAX_ADDRESS));
      if (left === 0) return nok(code);
      kind = sign.endsWith('/') ? 'literalAutolinkHttp' : 'literalAutolinkWww';
      effects.enter('literalAutolink');
      effects.enter(kind);
      return inside(code);
    };
    const inside: State = (code) => {
      if (left === 0) {
        effects.exit(kind);
        effects.exit('literalAutolink');
        return ok(code);
      }
      left -= 1;
      effects.consume(code);
      return inside;
    };
    return begin;
  }
  return { name, tokenize, previous: (code) => !/[a-z0-9]/i.test(toCharacter(code)) };
}

/** The parser rule for addresses, started at a dot inside the host. */
const inHostDot: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const behind: State = (code) => (/[a-z\d]/i.test(toCharacter(code)) ? ok(code) : nok(code));
    return (code) => {
      effects.consume(code);
      return behind;
    };
  },
};

function isMailName(code: Code): boolean {
  return /[\w.+-]/.test(toCharacter(code));
}

/** An e-mail address as in GFM. */
const mail: Construct = {
  name: 'mailAutolink',
  tokenize(effects, ok, nok) {
    let host = '';
    const take = (code: Code, next: State) => {
      effects.consume(code);
      return next;
    };
    const inName: State = (code) => {
      if (isMailName(code)) return take(code, inName);
      return code === 64 ? take(code, inHost) : nok(code);
    };
    const takeDot: State = (code) => {
      host += '.';
      return take(code, inHost);
    };
    const inHost: State = (code) => {
      if (code === 46) return effects.check(inHostDot, takeDot, finish)(code);
      const character = toCharacter(code);
      if (!/[\w-]/.test(character)) return finish(code);
      host += character;
      return take(code, inHost);
    };
    const finish: State = (code) => {
      if (!/[^.]\..*[a-z]$/i.test(host)) return nok(code);
      effects.exit('literalAutolinkEmail');
      effects.exit('literalAutolink');
      return ok(code);
    };
    return (code) => {
      if (isInLabel(this.events)) return nok(code);
      effects.enter('literalAutolink');
      effects.enter('literalAutolinkEmail');
      return inName(code);
    };
  },
  previous: (code) => code !== 47 && !isMailName(code),
};

const starts = Array.from({ length: 123 }, (_, code) => code).filter(isMailName);

const address = createAddress('japaneseAutolink', addressLength);

/** Replaces GFM's autolinks, which swallow the following text because Japanese has no spaces. */
export const addressSyntax: Extension = {
  text: Object.fromEntries(starts.map((code) => [code, /[hlw]/i.test(toCharacter(code)) ? [mail, address] : mail])),
};

const enterValue: Handle = function enterValue(token) {
  this.config.enter.autolinkProtocol?.call(this, token);
};

/** Turns URLs into links; GFM's own transform searches the text again, in quadratic time. */
export const addressNodes: NodeExtension = {
  enter: {
    literalAutolink(token) {
      this.enter({ type: 'link', title: null, url: '', children: [], data: { isBare: true } }, token);
    },
    literalAutolinkEmail: enterValue,
    literalAutolinkHttp: enterValue,
    literalAutolinkWww: enterValue,
  },
  exit: {
    literalAutolink(token) {
      this.exit(token);
    },
    literalAutolinkEmail(token) {
      this.config.exit.autolinkEmail?.call(this, token);
    },
    literalAutolinkHttp(token) {
      this.config.exit.autolinkProtocol?.call(this, token);
    },
    literalAutolinkWww(token) {
      this.config.exit.data?.call(this, token);
      const node = this.stack.at(-1);
      if (node?.type === 'link') node.url = `http://${this.sliceSerialize(token)}`;
    },
  },
};
