/** The markdown parser: GFM and formulas, with changed rules for Japanese and for dollar amounts. */
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Construct, Extension } from 'micromark-util-types';

import { addressNodes, addressSyntax } from './address-syntax';
import { attentionNodes, attentionSyntax } from './emphasis';
import { formulaNodes, formulaSyntax } from './formula-syntax';

const BRACKET = 91;

const syntax = [
  gfmFootnote(),
  gfmTable(),
  gfmTaskListItem(),
  addressSyntax,
  formulaSyntax,
  attentionSyntax,
] satisfies Extension[];
const nodes = [
  addressNodes,
  attentionNodes,
  gfmFootnoteFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  ...formulaNodes,
];

/** Identifiers of links and footnotes defined in a text, in the parser's form; the parser adds those it finds. */
export interface DefinedNames {
  definitions: string[];
  footnotes: string[];
}

/** Tells the parser which identifiers other parts of the text define. */
function knowing(names: DefinedNames): Extension {
  const know: Construct = {
    tokenize(_effects, _ok, nok) {
      this.parser.defined = names.definitions;
      this.parser.gfmFootnotes = names.footnotes;
      return nok;
    },
  };
  // Runs before the parser reads a footnote at the start of the text.
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
