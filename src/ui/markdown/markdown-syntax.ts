/** The markdown parser: GFM and formulas, with changed rules for Japanese and dollar amounts. */
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { math } from 'micromark-extension-math';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

import { addressNodes, addressSyntax } from './markdown-address';
import { attentionNodes, attentionSyntax } from './markdown-attention';

const DOLLAR = 36;
const BRACKET = 91;

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57;
}

/** Keeps "$5 and $10" as text: a formula has no space inside its dollars and no digit after them. Also keeps "$HOME and `$PATH`". */
function withoutMoney(formula: Construct): Construct {
  return {
    ...formula,
    tokenize(effects, ok, nok) {
      const end: State = (code) => {
        const token = this.events.at(-1)?.[1];
        const source = token?.type === 'mathText' ? this.sliceSerialize(token) : '';
        const isMoney = isDigit(code) || /^\$\s|\s\$$/.test(source);
        return (isMoney && !source.startsWith('$$')) || source.includes('`') ? nok(code) : ok(code);
      };
      return formula.tokenize.call(this, effects, end, nok);
    },
  };
}

function mathWithoutMoney(): Extension {
  const syntax = math();
  const formulas = [syntax.text?.[DOLLAR] ?? []].flat();
  return { ...syntax, text: { [DOLLAR]: formulas.map(withoutMoney) } };
}

const syntax = [
  gfmFootnote(),
  gfmTable(),
  gfmTaskListItem(),
  addressSyntax,
  mathWithoutMoney(),
  attentionSyntax,
] satisfies Extension[];
const nodes = [
  addressNodes,
  attentionNodes,
  gfmFootnoteFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  mathFromMarkdown(),
];

/** Identifiers defined in a text, in the parser's form; the parser adds those it finds. */
export interface DefinedNames {
  definitions: string[];
  footnotes: string[];
}

/** Tells the parser the identifiers that other parts of the text define. */
function knowing(names: DefinedNames): Extension {
  const know: Construct = {
    tokenize(_effects, _ok, nok) {
      this.parser.defined = names.definitions;
      this.parser.gfmFootnotes = names.footnotes;
      return nok;
    },
  };
  // Before the parser reads a footnote at the start.
  return { document: { [BRACKET]: know, null: know } };
}

/** Parses a text or a part of it. @param more rules that come before those of the parser */
export function parseMarkdown(
  text: string,
  names: DefinedNames = { definitions: [], footnotes: [] },
  more: readonly Extension[] = [],
): Root {
  return fromMarkdown(text, { extensions: [...syntax, ...more, knowing(names)], mdastExtensions: nodes });
}
