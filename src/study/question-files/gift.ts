/**
 * Reads Moodle's GIFT format: https://docs.moodle.org/en/GIFT_format. Own parser, because gift-pegjs stops at the first
 * fault of a file.
 */
import { type FileEntry, type FileQuestion, LeftOutError, readEntry, toLines } from './file-question';
import { readAnswers } from './gift-answers';
import { createTextReader, hideEscapes, showEscapes, splitFormat } from './gift-text';

interface Block {
  /** From 1. */
  line: number;
  text: string;
}

/** Splits a GIFT file at blank lines; leaves out comments and `$CATEGORY` lines. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of toLines(text).entries()) {
    const trimmed = line.trim();
    if (trimmed === '') open = undefined;
    else if (trimmed.startsWith('//') || trimmed.startsWith('$CATEGORY:')) continue;
    else if (open) open.text += `\n${line}`;
    else blocks.push((open = { line: index + 1, text: line }));
  }
  return blocks;
}

/** Splits a GIFT question into the text before its answers, the answers, and the text after them. */
function splitAtBraces(text: string): { before: string; answers: string; after: string } {
  const start = text.indexOf('{');
  const end = text.indexOf('}');
  if (start === -1 && end === -1) throw new LeftOutError('答え（{ }）がないため、問題になりません。');
  if (end === -1) throw new LeftOutError('{ に対する } がありません。{ } の中に空行は入れられません。');
  if (start === -1 || end < start) throw new LeftOutError('} に対する { がありません。');
  const [before, answers, after] = [text.slice(0, start), text.slice(start + 1, end), text.slice(end + 1)];
  if (/[{}]/.test(answers + after)) {
    throw new LeftOutError('{ } は1組だけ使えます。文字としての { } は、\\{ と \\} と書きます。');
  }
  return { before, answers, after };
}

/** The title of a question in the author's question bank, `::title::`, which learners do not see. */
const title = /^\s*::.*?::/s;

function readQuestion(text: string, notes: string[]): FileQuestion {
  const lost = new Set<string>();
  const { format, rest } = splitFormat(text.replace(title, ''));
  const { before, answers, after } = splitAtBraces(rest);
  const read = createTextReader(format, lost);
  const [own = '', ...general] = answers.trim().split('####');
  const blank = after.trim() === '' ? '' : '_____';
  const found = readAnswers(own.trim(), { read, notes: lost });
  const explanation = [read(general.join('####')), found.explanation].filter(Boolean).join('\n\n');
  const body = read(before + blank + after);
  notes.push(...lost);
  return { ...found, body, explanation };
}

/** Reads a GIFT file; entries are in the file's order. */
export function readGift(text: string): FileEntry[] {
  return splitBlocks(text).map(({ line, text: block }) => {
    const hidden = hideEscapes(block);
    return readEntry(line, showEscapes(hidden).trim(), (notes) => readQuestion(hidden, notes));
  });
}
