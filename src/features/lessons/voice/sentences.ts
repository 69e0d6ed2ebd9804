/** Splits runs of text into sentences; each sentence is spoken and highlighted as one unit. */
import type { RunPlace } from '@/ui/markdown/spoken/page-runs';
import { LINE_END } from '@/ui/markdown/spoken/run-tags';
import { type SpokenRun, type TableRow, writtenIn } from '@/ui/markdown/spoken/spoken-runs';

/**
 * Maximum length of a spoken sentence, in characters: Chrome stops some voices after 15 s, so longer sentences are
 * split at commas.
 */
export const MAX_SENTENCE = 120;
/** Minimum length, in characters, of the parts of a long sentence that is split at commas. */
const MIN_PART = 40;

export interface Sentence {
  spoken: string;
  /** The start and end of the sentence in the text; for a footnote, those of the sentence that refers to it. */
  place: readonly [RunPlace, RunPlace];
  isNote: boolean;
}

export interface Script {
  sentences: Sentence[];
  /** The written text of each run of the lesson. */
  written: string[];
}

/**
 * Firefox has no `Intl.Segmenter` before version 125, so a regular expression replaces it. Both end a sentence at the
 * author's line breaks (`LINE_END`).
 */
const segmenter = Intl.Segmenter ? new Intl.Segmenter('ja', { granularity: 'sentence' }) : undefined;
const byRule = /(?:[^。．！？!?.\u2028]|\.(?!\s|$))*(?:[。．！？!?.\u2028]+[」』）)”’】]*\s*|$)/gu;

/** Returns the ends of the sentences of a text. */
export function sentenceEnds(written: string, useSegmenter = segmenter !== undefined): number[] {
  const text = written.replace(/[^\S\u2028]/g, ' ');
  const segments = useSegmenter ? segmenter?.segment?.(text) : undefined;
  const parts = segments
    ? Array.from(segments, ({ segment }) => segment)
    : Array.from(text.matchAll(byRule), ([part]) => part).filter((part) => part !== '');
  let end = 0;
  return parts.map((part) => {
    end += part.length;
    // By Unicode's rule an opening bracket would belong to the sentence before it, so move it to the next sentence.
    return end === text.length ? end : end - (/[「『（(【［〈“‘]*$/u.exec(part)?.[0].length ?? 0);
  });
}

/**
 * Returns a run's text with full stops masked where they end no sentence: within an address, a reading or a formula.
 */
function cuttable({ pieces }: SpokenRun): string {
  return pieces
    .map(({ written, spoken }) => (spoken === written || written === LINE_END ? written : '〇'.repeat(written.length)))
    .join('');
}

/** Returns where to split a sentence that is too long: after a comma, else between any two characters. */
function splitEnds(text: string, from: number, to: number): number[] {
  const ends: number[] = [];
  let start = from;
  while (to - start > MAX_SENTENCE) {
    const part = text.slice(start, start + MAX_SENTENCE);
    const comma = Math.max(...Array.from(part.matchAll(/[、，,；;：:）)」\s]/g), ({ index }) => index + 1), 0);
    const isInside = /[\uD800-\uDBFF]$/.test(part);
    start += comma >= MIN_PART ? comma : MAX_SENTENCE - Number(isInside);
    ends.push(start);
  }
  return [...ends, to];
}

/** Moves the end of a sentence behind a word with a reading (ruby), because such a word is spoken as one unit. */
function outOfWord({ pieces }: SpokenRun, end: number): number {
  let at = 0;
  for (const { written, spoken } of pieces) {
    if (at < end && end < at + written.length && spoken !== written) return at + written.length;
    at += written.length;
  }
  return end;
}

function spokenBetween({ pieces }: SpokenRun, from: number, to: number): string {
  let at = 0;
  let spoken = '';
  for (const piece of pieces) {
    const [start, end] = [at, (at += piece.written.length)];
    if (end <= from || start >= to) continue;
    if (piece.spoken !== piece.written) spoken += piece.spoken;
    else spoken += piece.written.slice(Math.max(0, from - start), to - start);
  }
  return spoken;
}

/**
 * Removes characters that a voice cannot speak: zero-width marks, and spaces and commas left over beside a formula or a
 * picture.
 */
function tidy(spoken: string): string {
  return spoken
    .replace(/[\uFFFC\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/、(?=[、。，．])|。(?=。)/g, '')
    .trim();
}

const hasWords = /[\p{L}\p{N}]/u;

/** Builds a lesson's sentences from its runs. */
class ScriptWriter {
  readonly sentences: Sentence[] = [];
  private readonly headings = new Map<object, string[]>();

  constructor(private readonly runs: readonly SpokenRun[]) {}

  write(): Sentence[] {
    for (let index = 0; index < this.runs.length;) {
      const run = this.runs[index];
      if (run?.cell && run.note === undefined) index = this.addRow(index, run.cell.row);
      else {
        if (run && run.note === undefined) this.addAll(index, this.cut(index));
        index += 1;
      }
    }
    return this.sentences;
  }

  /** Splits a run of text into sentences. @param lead words spoken before the first sentence */
  private cut(index: number, lead = ''): Sentence[] {
    const run = this.runs[index];
    if (!run) return [];
    const written = cuttable(run);
    const sentences: Sentence[] = [];
    let from = 0;
    const number = run.number === undefined ? '' : `${run.number}、`;
    const ends = sentenceEnds(written);
    for (const end of ends.flatMap((to, place) => splitEnds(written, ends[place - 1] ?? 0, to))) {
      const to = outOfWord(run, end);
      const words = tidy(spokenBetween(run, from, to));
      if (hasWords.test(words)) {
        const spoken = sentences.length === 0 ? lead + number + words : words;
        sentences.push({
          spoken,
          place: [
            { run: index, at: from },
            { run: index, at: to },
          ],
          isNote: false,
        });
      }
      from = Math.max(from, to);
    }
    return sentences;
  }

  /** Adds sentences, each followed by the footnotes that it refers to. */
  private addAll(index: number, sentences: readonly Sentence[], met = new Set<string>()): void {
    for (const sentence of sentences) {
      this.sentences.push(sentence);
      const [{ at: from }, { at: to }] = sentence.place;
      for (const { at, id } of this.runs[index]?.notes ?? [])
        if (Math.max(at, 1) > from && at <= to) this.addNote(id, sentence.place, met);
    }
  }

  private addNote(id: string, place: Sentence['place'], met: Set<string>): void {
    if (met.has(id)) return;
    let lead = '脚注、';
    for (const [index, run] of this.runs.entries()) {
      if (run.note !== id) continue;
      const sentences = this.cut(index, lead).map((sentence) => ({ ...sentence, place, isNote: true }));
      lead = '';
      this.sentences.push(...sentences);
      for (const inner of run.notes) this.addNote(inner.id, place, new Set([...met, id]));
    }
  }

  /** Adds a table row as one sentence, with each column's heading before the cell. @returns the index after the row */
  private addRow(start: number, row: TableRow): number {
    const headings = this.headings.get(row.table) ?? [];
    this.headings.set(row.table, headings);
    let end = start;
    let line: Sentence | undefined;
    let before = -1;
    for (; this.runs[end]?.cell?.row === row; end += 1) {
      const column = this.runs[end]?.cell?.column ?? 0;
      const heading = row.isHead || column === before ? undefined : headings[column];
      before = column;
      const sentences = this.cut(end, heading === undefined ? '' : `${heading}、`);
      if (row.isHead) headings[column] = sentences.map(({ spoken }) => spoken.replace(/[。、]$/, '')).join('、');
      for (const cell of sentences) {
        const joined: Sentence | undefined = line && join(line, cell, row.isHead ? '、' : '。');
        if (line && (!joined || joined.spoken.length > MAX_SENTENCE)) this.sentences.push(line);
        line = joined && joined.spoken.length <= MAX_SENTENCE ? joined : cell;
        if (row.isHead && joined === undefined) line = { ...cell, spoken: `表。${cell.spoken}` };
      }
    }
    if (!line) return end;
    this.sentences.push(line);
    for (const { notes } of this.runs.slice(start, end))
      for (const { id } of notes) this.addNote(id, line.place, new Set());
    return end;
  }
}

function join(before: Sentence, next: Sentence, mark: string): Sentence {
  const spoken = `${before.spoken.replace(/[。、]$/, '')}${mark}${next.spoken}`;
  return { ...before, spoken, place: [before.place[0], next.place[1]] };
}

/** Builds the sentences of a lesson. @param title the lesson's title, which is spoken first */
export function toScript(title: string, runs: readonly SpokenRun[]): Script {
  const all: SpokenRun[] = [{ pieces: [{ written: title, spoken: title }], notes: [] }, ...runs];
  return { sentences: new ScriptWriter(all).write(), written: all.map(writtenIn) };
}
