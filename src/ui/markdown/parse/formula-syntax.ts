/** The parser's syntax of formulas: `$…$` (except amounts of money), ``$`…`$``, `\(…\)`, and `$$` blocks. */
import type { Extension as NodeExtension } from 'mdast-util-from-markdown';
import { mathFromMarkdown } from 'mdast-util-math';
import { math } from 'micromark-extension-math';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

import { isBracketFormula, isDollarFormula } from '@/ui/markdown/formulas/formula-signs';

const DOLLAR = 36;
const OPENING = 40;
const CLOSING = 41;
const BACKSLASH = 92;
const BACKTICK = 96;

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57;
}

/**
 * Wraps the formula rule to reject amounts of money in single dollars; a formula in double dollars or in backticks
 * cannot be money.
 */
function withoutMoney(formula: Construct): Construct {
  return {
    ...formula,
    tokenize(effects, ok, nok) {
      const before = isDigit(this.previous) ? '0' : '';
      const end: State = (code) => {
        const token = this.events.at(-1)?.[1];
        const source = token?.type === 'mathText' ? this.sliceSerialize(token) : '';
        const after = isDigit(code) ? '0' : '';
        const isFormula = source.includes('`')
          ? /^\$`[^`]+`\$$/.test(source)
          : source.startsWith('$$') || isDollarFormula(before + source + after);
        return isFormula ? ok(code) : nok(code);
      };
      return formula.tokenize.call(this, effects, end, nok);
    },
  };
}

/** `\(…\)` on one line; the brackets are a part of the value until `formulaNodes` removes them. */
const bracketFormula: Construct = {
  name: 'mathText',
  tokenize(effects, ok, nok) {
    const end: State = (code) => {
      effects.exit('mathTextData');
      const token = effects.exit('mathText');
      return isBracketFormula(this.sliceSerialize(token).slice(2, -2)) ? ok(code) : nok(code);
    };
    const escaped: State = (code) => {
      if (code === null || code < -2 || code === OPENING) return nok(code);
      effects.consume(code);
      return code === CLOSING ? end : inside;
    };
    const inside: State = (code) => {
      if (code === null || code < -2 || code === BACKTICK) return nok(code);
      effects.consume(code);
      return code === BACKSLASH ? escaped : inside;
    };
    const opening: State = (code) => {
      if (code !== OPENING) return nok(code);
      effects.consume(code);
      return inside;
    };
    return (code) => {
      effects.enter('mathText');
      effects.enter('mathTextData');
      effects.consume(code);
      return opening;
    };
  },
};

function createSyntax(): Extension {
  const syntax = math();
  const dollars = [syntax.text?.[DOLLAR] ?? []].flat();
  return { ...syntax, text: { [DOLLAR]: dollars.map(withoutMoney), [BACKSLASH]: bracketFormula } };
}

export const formulaSyntax = createSyntax();

export const formulaNodes: NodeExtension[] = [
  mathFromMarkdown(),
  {
    exit: {
      mathText(token) {
        const value = this.resume().replace(/^`([^]*)`$|^\\\(\s*([^]*?)\s*\\\)$/, '$1$2');
        const node = this.stack.at(-1);
        if (node?.type === 'inlineMath') node.value = value;
        this.exit(token);
      },
    },
  },
];
