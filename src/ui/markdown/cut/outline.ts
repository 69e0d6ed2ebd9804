/** Reads the headings of a lesson with their ids, without the parser, so that a table of contents is cheap. */
import { useEffect, useMemo, useState } from 'react';

import { bracketed, dollarFormula, isBracketFormula } from '@/ui/markdown/formulas/formula-signs';
import { extrasOf, fetchExtras } from '@/ui/markdown/load-extras';
import { MAX_OUTLINE } from '@/ui/markdown/markdown-limits';
import { withoutSigns } from '@/ui/markdown/parse/emphasis';
import { plainFurigana } from '@/ui/markdown/rewrite/furigana';

import { boxEnd, boxStart, readLines, type SourceLine, splitLong } from './source-lines';

export interface OutlineHeading {
  /** The shown level of the heading; the page's title is the only h1. */
  depth: 2 | 3;
  text: string;
  /** The heading's id, unique within the text; the rendered heading has the same id. */
  id: string;
}

export interface SourceHeading {
  /** The shown level of the heading. */
  depth: number;
  /** The heading's words as plain text; '' if `id` is undefined. */
  text: string;
  /** The heading's id; undefined if it is not in the table of contents. */
  id: string | undefined;
}

/** Replacements that turn a heading's markup into plain text. */
const inlineMarkup: [RegExp, string][] = [
  [/\[\^[^\]]{1,99}\]/g, ''],
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/<(?:https?:\/\/|mailto:)([^>]*)>/g, '$1'],
  [/<r[tp]\b[^<>]*>[^<>]*|<(?:\/?[a-z]|!--)[^<>]*>/gi, ''],
  [/\$\$([^$]+)\$\$/g, '$1'],
  [new RegExp(dollarFormula, 'g'), '$1'],
  [/&amp;/g, '&'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
];

/** Protects escaped characters and code spans while markup is removed. */
function readHeadingText(source: string, withoutReadings: (text: string) => string): string {
  const kept: string[] = [];
  const keep = (value: string) => `\uE000${kept.push(value) - 1}\uE001`;
  const shielded = source
    .replace(/[\uE000\uE001]/g, '')
    .replace(bracketed, (all, tex: string) => (isBracketFormula(tex) ? keep(tex.trim()) : all))
    .replace(/\\([!-/:-@[-`{-~])|(`+)(.*?[^`])\2(?!`)/g, (_, escaped?: string, _ticks?: string, code?: string) =>
      keep(escaped ?? (code ?? '').trim()),
    );
  const plain = inlineMarkup.reduce(
    (rest, [pattern, words]) => rest.replace(pattern, words),
    withoutReadings(shielded),
  );
  return withoutSigns(plain)
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Decodes a part of a URL. */
export function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the id of a heading: letters (including Japanese) and digits stay, everything else becomes a hyphen. */
export function slugOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase();
  return (
    words
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'section'
  );
}

/**
 * Makes an id unique as GitHub does: `題`, `題-1`, `題-2`; `taken` maps each id to its next number, because thousands of
 * headings may be equal.
 */
function uniqueId(name: string, taken: Map<string, number>): string {
  const base = `h-${name}`;
  let id = base;
  let count = taken.get(base) ?? 1;
  for (; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.set(id, 1).set(base, count);
  return id;
}

/** A heading at the first column; an indented one may belong to a list item. */
const headingLine = /^(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** A line start that may be something other than a paragraph. */
const special = /^(?:[\s>#<]|[-+*](?:\s|$)|\d+[.)]|[-*_`~]{3}|\$\$|\[.*\]:)|\|/;
/** A heading's attributes: `## 題 {#id}`, `{ #id .class key="value" }`, `{: #id}`, or in MDX `{/*id*\/}`. */
const ownAttributes =
  /[ \t]*\{(?::?[ \t]*((?:[ \t]*(?:[#.][^\s{}|]{1,80}|[\w-]{1,40}=(?:"[^"{}]{0,80}"|[^\s{}"]{1,80})))+)[ \t]*|\/\*[ \t]*([^\s{}*]{1,80})[ \t]*\*\/)\}[ \t]*$/;
const marks = /^[\s>]*(?:[-+*]\s+|\d{1,9}[.)]\s+)*#{1,6}\s/;

/** Splits a heading into its words and its id; the id is '' if there is none. */
function splitId(words: string): [words: string, id: string] {
  const [all = '', listed = '', inComment] = ownAttributes.exec(words) ?? [];
  const [, id = inComment ?? ''] = /(?:^|\s)#(\S+)/.exec(listed) ?? [];
  return [words.slice(0, words.length - all.length), id.toLowerCase()];
}

/**
 * Returns a line without a heading's attributes, for the parser.
 *
 * @param next the line below, which may underline the heading.
 */
export function withoutId(line: string, next = ''): string {
  return marks.test(line) || underline.test(next) ? splitId(line)[0] : line;
}

interface FoundHeading {
  number: number;
  level: number;
  words: string;
  /** The id in the heading's braces; '' without one. */
  id: string;
}

/**
 * Returns the headings at the top level; an underlined (setext) one only where the lines above it are certainly a
 * paragraph.
 */
function findHeadings(lines: readonly SourceLine[]): FoundHeading[] {
  const found: FoundHeading[] = [];
  let paragraph: string[] | undefined = [];
  let boxes = 0;
  for (const { text, number, inside } of lines) {
    const line = text.slice(0, 1000);
    const isStart = !inside && boxStart.test(line);
    if (isStart || (boxes > 0 && !inside && boxEnd.test(line))) {
      boxes += isStart ? 1 : -1;
      paragraph = [];
      continue;
    }
    const isOutside = !inside && boxes === 0;
    const [bare, id] = line.startsWith('#') ? splitId(line) : [line, ''];
    const [isHeading, signs = '', words = ''] = (isOutside && headingLine.exec(bare)) || [];
    if (isHeading !== undefined) found.push({ number, level: signs.length, words, id });
    if (isHeading !== undefined || line.trim() === '') paragraph = [];
    else if (isOutside && paragraph?.length && underline.test(line)) {
      const level = line.includes('=') ? 1 : 2;
      const [words, id] = splitId(paragraph.join(' '));
      found.push({ number: number - paragraph.length, level, words, id });
      paragraph = [];
    } else if (!isOutside || special.test(line)) paragraph = undefined;
    else paragraph?.push(line);
  }
  return found;
}

export interface SourceHeadings {
  /** The number of levels to shift headings down, because the page's title is the h1. */
  shift: 0 | 1;
  /** The headings at the top level by line, counted from 1 as the parser does. */
  byLine: Map<number, SourceHeading>;
}

/** @param withoutReadings removes furigana from a heading's text. */
export function readHeadings(text: string, withoutReadings = plainFurigana): SourceHeadings {
  const found = findHeadings(readLines(splitLong(text)[0]));
  const shift = found.some(({ level }) => level === 1) ? 1 : 0;
  const taken = new Map<string, number>();
  let named = 0;
  const byLine = new Map(
    found.map(({ number, level, words, id }): [number, SourceHeading] => {
      const depth = Math.min(6, level + shift);
      if (depth > 3 || named >= MAX_OUTLINE) return [number, { depth, text: '', id: undefined }];
      named += 1;
      const headingText = readHeadingText(words, withoutReadings);
      return [number, { depth, text: headingText, id: uniqueId(id || slugOf(headingText), taken) }];
    }),
  );
  return { shift, byLine };
}

/** Returns the table of contents: headings of the two upper levels with their ids. */
export function readOutline(text: string, extras = extrasOf(text)): OutlineHeading[] {
  return [...readHeadings(extras?.rewriteText(text) ?? text, extras?.plainRuby).byLine.values()].flatMap(
    ({ depth, text: words, id }) =>
      id !== undefined && (depth === 2 || depth === 3) ? [{ depth, text: words, id } as const] : [],
  );
}

/** Reads a lesson's table of contents, again once the extended syntax of its text is loaded. */
export function useOutline(text: string): readonly OutlineHeading[] {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    void fetchExtras(text)?.then(() => setLoaded(true));
  }, [text]);
  const extras = extrasOf(text);
  return useMemo(() => readOutline(text, extras), [text, extras]);
}
