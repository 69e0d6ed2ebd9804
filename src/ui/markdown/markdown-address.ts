/** Addresses written without brackets, which end where Japanese begins: 「https://example.comを見る」. */
import type { Extension as NodeExtension, Handle } from 'mdast-util-from-markdown';
import type {} from 'micromark-extension-gfm-autolink-literal';
import type { Code, Construct, Event, Extension, State, TokenizeContext } from 'micromark-util-types';

const start = /^(?:https?:\/\/|www\.)/i;
const LONGEST_START = 'https://'.length;
const host = /^(?:https?:\/\/(?:[\w-]+\.)+|www\.)[\w-]+(?:\.[\w-]+)*$/i;
/** Punctuation that belongs to the sentence when a URL ends with it. */
const sentence = /[)\].,:;!?'"*_~]/;

function toCharacter(code: Code): string {
  // Line endings and tabs have negative codes; like any non-ASCII character they end a URL.
  return code !== null && code > 32 && code < 127 ? String.fromCodePoint(code) : '';
}

function isPath(code: Code): boolean {
  return /[^<]/.test(toCharacter(code));
}

function isSentence(code: Code): boolean {
  return sentence.test(toCharacter(code));
}

/** Trailing punctuation up to the end of the URL. */
const ending: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const inside: State = (code) => {
      if (!isSentence(code)) return isPath(code) ? nok(code) : ok(code);
      effects.consume(code);
      return inside;
    };
    return inside;
  },
};

/** Something like `&hl;` at the end of the URL. */
const entity: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const behind: State = (code) => (isPath(code) ? nok(code) : ok(code));
    const inside: State = (code) => {
      const character = toCharacter(code);
      if (!/[a-z\d;]/i.test(character)) return nok(code);
      effects.consume(code);
      return character === ';' ? behind : inside;
    };
    return (code) => {
      effects.consume(code);
      return inside;
    };
  },
};

function isOpenLabel(token: Event[1]): boolean {
  return (token.type === 'labelLink' || token.type === 'labelImage') && !token._balanced;
}

/** Returns whether link text may be open: a URL inside a link is not a link. Looks at each event once. */
function isInLabel(events: Event[]): boolean {
  const seen = events.findLast(([, token]) => isOpenLabel(token) || token._gfmAutolinkLiteralWalkedInto);
  if (seen && isOpenLabel(seen[1])) return true;
  const last = events.at(-1)?.[1];
  if (last) last._gfmAutolinkLiteralWalkedInto = true;
  return false;
}

/** Returns whether a URL continues in its host or its scheme. */
function isOfHost(character: string, text: string): boolean {
  const isScheme = character !== '' && !start.test(text) && /[:/.]/.test(character) && text.length < LONGEST_START;
  return /[\w-]/.test(character) || isScheme;
}

/** Hyphenated words may be long, and each part could start an e-mail address. */
function isNoStart(text: string): boolean {
  return text.length === LONGEST_START && !start.test(text);
}

function tokenize(this: TokenizeContext, effects: Parameters<Construct['tokenize']>[0], ok: State, nok: State): State {
  let text = '';
  let openBrackets = 0;
  let kind: 'literalAutolinkHttp' | 'literalAutolinkWww' = 'literalAutolinkHttp';

  function take(code: Code, next: State): State {
    text += toCharacter(code);
    effects.consume(code);
    return next;
  }
  const begin: State = (code) => {
    if (isInLabel(this.events)) return nok(code);
    kind = code === 87 || code === 119 ? 'literalAutolinkWww' : 'literalAutolinkHttp';
    effects.enter('literalAutolink');
    effects.enter(kind);
    return inHost(code);
  };
  const inHost: State = (code) => {
    const character = toCharacter(code);
    if (isOfHost(character, text)) return isNoStart(text) ? nok(code) : take(code, inHost);
    if (character === '.' && start.test(text)) return effects.check(ending, inPath, inDots)(code);
    return inPath(code);
  };
  const inDots: State = (code) => (code === 46 ? take(code, inDots) : inHost(code));
  const inPath: State = (code) => (host.test(text) ? inRest(code) : nok(code));
  const inRest: State = (code) => {
    const isClosing = code === 41 && openBrackets > 0;
    openBrackets += isClosing ? -1 : Number(code === 40);
    if (!isPath(code)) return finish(code);
    if (isSentence(code) && !isClosing) return effects.check(ending, finish, inRun)(code);
    return code === 38 ? effects.check(entity, finish, takeOn)(code) : take(code, inRest);
  };
  const takeOn: State = (code) => take(code, inRest);
  // Punctuation followed by more of the URL: scanned once, because a run may be long.
  const inRun: State = (code) => (isSentence(code) ? take(code, inRun) : inRest(code));
  const finish: State = (code) => {
    effects.exit(kind);
    effects.exit('literalAutolink');
    return ok(code);
  };
  return begin;
}

const address: Construct = {
  name: 'japaneseAutolink',
  tokenize,
  previous: (code) => !/[a-z0-9]/i.test(toCharacter(code)),
};

/** A dot inside the host. */
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

/** Replaces GFM's autolinks, which swallow the following text because Japanese has no spaces. */
export const addressSyntax: Extension = {
  text: Object.fromEntries(starts.map((code) => [code, /[hw]/i.test(toCharacter(code)) ? [mail, address] : mail])),
};

const enterValue: Handle = function enterValue(token) {
  this.config.enter.autolinkProtocol?.call(this, token);
};

/** Turns URLs into links; GFM's own transform searches the text again, in quadratic time. */
export const addressNodes: NodeExtension = {
  enter: {
    literalAutolink(token) {
      this.enter({ type: 'link', title: null, url: '', children: [] }, token);
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
