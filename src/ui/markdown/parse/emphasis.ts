/**
 * Rules for pairs of signs around words (`**`, `__`, `~~`, `==`, `++`): which sign may open and which may close
 * (docs/decisions/0067).
 */
import type { Strong } from 'mdast';
import type { Extension as NodeExtension } from 'mdast-util-from-markdown';
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

/** The number of characters before and after a sign that its rule may look at. */
const LOOK_AROUND = 40;

export interface Sides {
  canOpen: boolean;
  canClose: boolean;
}

/**
 * Scripts written without spaces between words, or with particles attached to them: Thai, Hangul, Khmer, CJK; also both
 * halves of a surrogate pair.
 */
const unspaced = /[\u0e00-\u11ff\u1780-\u17ff\u2e80-\udfff\uf900-\ufaff\uff00-\uffef]/;
const space = /^$|\s/;
/** The private-use characters are placeholders for code and escapes in the table of contents, see `readHeadingText`. */
const punctuation = /[\p{P}\p{S}\ue000\ue001]/u;
const hiragana = /[ぁ-んー]/;
/** Letters that follow an emphasised word without a space: hiragana, Hangul, Thai. */
const particle = /[ぁ-んー\uac00-\ud7af\u0e00-\u0e7f]/;
/** Matches a name such as `__init__`, from its second sign on. */
const identifier = /_[a-z\d]+$/i;
const beforeMark = /(?:^|[\s([{"'“‘*_~]|[\u2e80-\udfff\uf900-\ufaff\uff00-\uffef])$/;
const behindMark = /^(?:$|[\s)\]}"'”’.,:;!?*_~<|]|[\u2e80-\udfff\uf900-\ufaff\uff00-\uffef])/;
/** Matches prose that follows the name of an operator: 「==は比較、++は…」. */
const operatorWords = /^(?:\s|$|[はがをとでにのもや、。=+])/;
const none: Sides = { canOpen: false, canClose: false };

/** Returns whether a sign is left- or right-flanking by CommonMark's rule. */
function flanking(previous: string, next: string): { isLeft: boolean; isRight: boolean } {
  const isOutside = (char: string) => space.test(char) || punctuation.test(char);
  return {
    isLeft: !space.test(next) && (!punctuation.test(next) || next === '~' || isOutside(previous)),
    isRight: !space.test(previous) && (!punctuation.test(previous) || previous === '~' || isOutside(next)),
  };
}

/**
 * Next to a script without spaces, a sign may open before anything but a space, and close after anything but a space.
 */
function starSides(previous: string, next: string): Sides {
  const { isLeft, isRight } = flanking(previous, next);
  const isUnspaced = unspaced.test(previous) || unspaced.test(next);
  return {
    canOpen: isUnspaced ? !space.test(next) : isLeft,
    canClose: isUnspaced ? !space.test(previous) : isRight,
  };
}

/**
 * The rule of `_`: like `*`, but never inside an identifier or a file name: `snake_case`, `__init__を`,
 * `報告書_最終版_提出用.docx`.
 */
function underscoreSides(isSingle: boolean, before: string, next: string): Sides {
  const previous = before.slice(-1);
  const { isLeft, isRight } = flanking(previous, next);
  const isStart = !isSingle || hiragana.test(previous) || punctuation.test(previous) || punctuation.test(next);
  const isEnd = !isSingle || particle.test(next) || punctuation.test(previous);
  return {
    canOpen:
      (isLeft && (!isRight || punctuation.test(previous))) || (isStart && unspaced.test(previous) && !space.test(next)),
    canClose:
      (isRight && (!isLeft || punctuation.test(next))) ||
      (isEnd && unspaced.test(next) && !space.test(previous) && !identifier.test(before)),
  };
}

/** The rule of `==` and `++`, which may also be operators: `a == b`, `i++`, C++. */
function markSides(isPlus: boolean, before: string, next: string): Sides {
  return {
    canOpen: beforeMark.test(before) && !operatorWords.test(next) && !(isPlus && /\w/.test(next)),
    canClose: !space.test(before.slice(-1)) && behindMark.test(next),
  };
}

/**
 * Finds the double tildes of a line that mean ranges; set by `extras/rare-rules.ts`, which few texts need.
 */
let findRanges: (line: string) => ReadonlySet<number> = () => new Set();

export function setRanges(find: typeof findRanges): void {
  findRanges = find;
}

/**
 * Returns whether a run of one repeated sign may open or close emphasis.
 *
 * @param before up to `LOOK_AROUND` characters before the run on its line.
 * @param behind up to `LOOK_AROUND` characters after it; '' at the end of the line.
 */
function sidesOf(run: string, before: string, behind: string): Sides {
  const [previous, next] = [before.slice(-1), behind.charAt(0)];
  const sign = run.charAt(0);
  if (sign === '*') return starSides(previous, next);
  if (sign === '_') return underscoreSides(run.length === 1, before, next);
  // A single `~` means a range, 10~20分.
  if (run.length !== 2 || (sign === '~' && findRanges(before + run + behind).has(before.length))) return none;
  return sign === '~' ? starSides(previous, next) : markSides(sign === '+', before, next);
}

interface Opener {
  sign: string;
  /** The index of the part that consists of the signs; `left` is the number of signs not paired yet. */
  part: number;
  left: number;
  canClose: boolean;
}

/** CommonMark's rule of three: `**a*` and `*a**` are no pair if a sign could both open and close. */
function isPair(opener: Opener, { sign, left, canOpen }: { sign: string; left: number; canOpen: boolean }): boolean {
  const isAmbiguous = (opener.canClose || canOpen) && left % 3 > 0;
  return opener.sign === sign && !(isAmbiguous && (opener.left + left) % 3 === 0);
}

/** Returns a line of text without its paired signs, which are paired as in the parser. */
export function withoutSigns(text: string): string {
  const parts = text.split(/(\*+|_+|~+|=+|\++)/);
  const openers: Opener[] = [];
  let at = 0;
  for (const [part, run] of parts.entries()) {
    if (part % 2 === 1) {
      const sign = run.charAt(0);
      const before = text.slice(Math.max(0, at - LOOK_AROUND), at);
      const behind = at + run.length;
      const { canOpen, canClose } = sidesOf(run, before, text.slice(behind, behind + LOOK_AROUND));
      let left = run.length;
      while (canClose && left > 0) {
        const index = openers.findLastIndex((opener) => isPair(opener, { sign, left, canOpen }));
        const opener = openers[index];
        if (!opener) break;
        const use = left > 1 && opener.left > 1 ? 2 : 1;
        left -= use;
        opener.left -= use;
        parts[opener.part] = sign.repeat(opener.left);
        openers.splice(opener.left > 0 ? index + 1 : index);
      }
      parts[part] = sign.repeat(left);
      if (canOpen && left > 0) openers.push({ sign, part, left, canClose });
    }
    at += run.length;
  }
  return parts.join('');
}

const signs: Construct = {
  ...attention,
  tokenize(effects, ok) {
    const start = this.now();
    const from = { ...start, _bufferIndex: Math.max(0, start._bufferIndex - LOOK_AROUND) };
    const before = start._bufferIndex > 0 ? this.sliceSerialize({ start: from, end: start }) : '';
    let sign: Code;
    const begin: State = (code) => {
      sign = code;
      effects.enter('attentionSequence');
      return inside(code);
    };
    const inside: State = (code) => {
      if (code === sign) {
        effects.consume(code);
        return inside;
      }
      const token = effects.exit('attentionSequence');
      // The parser's codes for line endings and tabs are negative.
      const hasNext = code !== null && code > 0;
      const { end } = token;
      const ahead = { start: end, end: { ...end, _bufferIndex: end._bufferIndex + LOOK_AROUND } };
      const { canOpen, canClose } = sidesOf(
        this.sliceSerialize(token),
        before,
        hasNext ? this.sliceSerialize(ahead) : '',
      );
      token._open = canOpen;
      token._close = canClose;
      return ok(code);
    };
    return begin;
  },
};

/** The parser rule for emphasis: micromark pairs the signs, `sidesOf` decides which may open and close. */
export const attentionSyntax: Extension = {
  text: Object.fromEntries(Array.from('*_~=+', (sign) => [sign.charCodeAt(0), signs])),
};

const tags: Readonly<Record<string, NonNullable<Strong['data']>['tag']>> = { '~': 'del', '=': 'mark', '+': 'ins' };

/** Sets the tag of each pair of two signs, because the parser calls all of them strong. */
export const attentionNodes: NodeExtension = {
  enter: {
    strong(token) {
      const tag = tags[this.sliceSerialize(token).charAt(0)];
      this.enter({ type: 'strong', children: [], ...(tag && { data: { tag } }) }, token);
    },
  },
};
