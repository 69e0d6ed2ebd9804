/**
 * Reads a markdown text as it is spoken: the author's readings instead of the words below them, formulas and pictures
 * by name.
 */
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

import { CodeBlock } from '@/ui/markdown/elements/CodeBlock';
import { MarkdownLink } from '@/ui/markdown/elements/MarkdownLink';
import { MarkdownPicture } from '@/ui/markdown/elements/MarkdownPicture';
import { MarkdownPlain, type MarkdownPlainProps } from '@/ui/markdown/elements/MarkdownPlain';
import type { FormulaPlace } from '@/ui/markdown/elements/page-state';
import { MathFormula } from '@/ui/markdown/formulas/MathFormula';

import { nameFormula } from './formula-words';
import { ATOM, isInline, LINE_END } from './run-tags';

/**
 * Part of a run. `spoken` differs from `written` where the author gave a reading, and for pictures, formulas and code.
 */
export interface SpokenPiece {
  written: string;
  spoken: string;
}

/**
 * A run: text without a block boundary inside, such as a paragraph, a heading or a cell. Runs are in the order of the
 * page.
 */
export interface SpokenRun {
  pieces: SpokenPiece[];
  /** Footnotes referenced in the run: offset in the written text, and the note's id. */
  notes: { at: number; id: string }[];
  /** The number of an ordered list's item if this run is the first of that item. */
  number?: number;
  /** The footnote that the run is part of; '' for the title of all footnotes. */
  note?: string;
  /** For a run in a table: an object that identifies the row, and the column's index. */
  cell?: { row: TableRow; column: number };
}

export interface TableRow {
  table: object;
  isHead: boolean;
}

type Props = Record<string, unknown> & { children?: ReactNode };

const bareAddress = /^(?:https?:\/\/|www\.)\S+$/;

export function writtenIn({ pieces }: Pick<SpokenRun, 'pieces'>): string {
  return pieces.map(({ written }) => written).join('');
}

/** Reads the elements of a text; the calls must be in the order of the page. */
export class RunReader {
  readonly runs: SpokenRun[] = [];
  private run: SpokenRun = { pieces: [], notes: [] };
  /** Counters of the surrounding ordered lists; undefined for a list without numbers. */
  private readonly lists: (number | undefined)[] = [];
  private number: number | undefined;
  private note: string | undefined;
  private row: TableRow | undefined;
  private table: object | undefined;
  private column = -1;

  /** Adds all text in a React node. */
  add(node: ReactNode): void {
    Children.forEach(node, (child) => {
      if (typeof child === 'string' || typeof child === 'number') this.write(String(child));
      else if (isValidElement<Props>(child)) this.addElement(child);
    });
  }

  /** Ends the run. */
  end(): void {
    const { run, row, column } = this;
    this.run = { pieces: [], notes: [] };
    if (writtenIn(run).trim() === '') return;
    if (this.note !== undefined) run.note = this.note;
    if (row) run.cell = { row, column };
    if (this.number !== undefined) run.number = this.number;
    this.number = undefined;
    this.runs.push(run);
  }

  private write(written: string, spoken = written): void {
    this.run.pieces.push({ written, spoken });
  }

  private addElement({ type, props }: ReactElement<Props>): void {
    if (typeof type === 'string') this.addTag(type, props);
    else if (type === Fragment) this.add(props.children);
    else if (type === MathFormula) this.write(ATOM, nameFormula(props.place as FormulaPlace));
    else if (type === MarkdownPicture) this.addPicture((props.spoken ?? props.alt) as string);
    else if (type === MarkdownLink) this.addLink(props);
    else if (type === MarkdownPlain) this.add(MarkdownPlain(props as unknown as MarkdownPlainProps));
    else if (type === CodeBlock) this.addBlock(() => this.write(ATOM, 'コード。'));
    // Other elements are controls, such as a footnote's links back to its references; they are not read aloud.
  }

  private addBlock(add: () => void): void {
    this.end();
    add();
    this.end();
  }

  /** A picture without a description is decorative. */
  private addPicture(description: string): void {
    this.write(ATOM, description === '' ? '' : `画像、${description}。`);
  }

  private addLink({ children }: Props): void {
    const before = this.run.pieces.length;
    this.add(children);
    const written = writtenIn({ pieces: this.run.pieces.slice(before) });
    if (bareAddress.test(written)) this.run.pieces.splice(before, Infinity, { written, spoken: 'リンク' });
  }

  /** Adds furigana: each reading is spoken instead of the words between it and the previous reading. */
  private addRuby(children: ReactNode): void {
    let from = this.run.pieces.length;
    const take = (node: ReactNode) =>
      Children.forEach(node, (child) => {
        const { type, props } = isValidElement<Props>(child) ? child : {};
        if (type === Fragment) take(props?.children);
        else if (type === 'rt') {
          const reader = new RunReader();
          reader.add(props?.children);
          const reading = writtenIn(reader.run);
          const words = this.run.pieces.splice(from);
          const spoken = reading.trim() === '' ? words.map((word) => word.spoken).join('') : reading;
          this.write(writtenIn({ pieces: words }), spoken);
          from = this.run.pieces.length;
        } else if (type !== 'rp') this.add(child);
      });
    take(children);
  }

  private addTag(tag: string, props: Props): void {
    if (tag === 'br') this.write(LINE_END, ' ');
    else if (tag === 'ruby') this.addRuby(props.children);
    else if (props['data-footnote-ref'] !== undefined)
      this.run.notes.push({ at: writtenIn(this.run).length, id: String(props.href).slice(1) });
    else if (isInline(tag)) this.add(props.children);
    else this.addBlock(() => this.addContents(tag, props));
  }

  private addContents(tag: string, { children, ...props }: Props): void {
    if (tag === 'ol' || tag === 'ul') {
      const isNumbered = tag === 'ol' && this.note === undefined;
      this.lists.push(isNumbered ? Number(props.start ?? 1) : undefined);
      this.add(children);
      this.end();
      this.lists.pop();
    } else if (tag === 'li') this.addItem(children, props);
    else if (props['data-footnotes'] !== undefined) {
      this.note = '';
      this.add(children);
      this.end();
      this.note = undefined;
    } else this.addTablePart(tag, children);
  }

  private addItem(children: ReactNode, { id }: Props): void {
    const place = this.lists.length - 1;
    const number = this.lists[place];
    if (number !== undefined) this.lists[place] = number + 1;
    this.number = number;
    // Only notes have an id.
    if (this.note !== undefined && typeof id === 'string') this.note = id;
    this.add(children);
    this.end();
    this.number = undefined;
  }

  private addTablePart(tag: string, children: ReactNode): void {
    if (tag === 'table') this.table = {};
    if (tag === 'thead' && this.table) this.row = { table: this.table, isHead: true };
    if (tag === 'tr') {
      if (this.row?.isHead !== true && this.table) this.row = { table: this.table, isHead: false };
      this.column = -1;
    }
    if (tag === 'td' || tag === 'th') this.column += 1;
    this.add(children);
    this.end();
    if (tag === 'thead' || tag === 'table') this.row = undefined;
    if (tag === 'table') this.table = undefined;
  }
}
