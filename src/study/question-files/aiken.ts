/** Reads the Aiken format, multiple choice with one right answer: https://docs.moodle.org/en/Aiken_format. */
import { type FileEntry, type FileQuestion, LeftOutError, readEntry, toLines } from './file-question';

/** Matches a choice, `A. text` or `A) text`, also in full width. */
const choiceLine = /^\s*[(（]?([A-ZＡ-Ｚ])[.)．）]\s*(.*)$/;
export const answerLine = /^\s*(?:ANSWER|Answer)\s*[:：]\s*(.*)$/;

interface Block {
  line: number;
  lines: string[];
}

/** Splits an Aiken file into questions at blank lines before a text, and after each `ANSWER:`. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let blanks = 0;
  for (const [index, line] of toLines(text).entries()) {
    if (line.trim() === '') {
      blanks += 1;
      continue;
    }
    // Blank lines between a question, its choices and its answer are common, although Moodle does not allow them.
    if (blanks > 0 && !choiceLine.test(line) && !answerLine.test(line)) open = undefined;
    // Keep the blank lines, so that the numbers of the lines stay right.
    if (open) open.lines.push(...Array.from({ length: blanks }, () => ''), line);
    else blocks.push((open = { line: index + 1, lines: [line] }));
    blanks = 0;
    if (answerLine.test(line)) open = undefined;
  }
  return blocks;
}

const letterOf = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

function readChoices(lines: readonly string[], firstLine: number): string[] {
  const bodies: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, letter = '', body = ''] = choiceLine.exec(line) ?? [];
    if (letter.normalize('NFKC') === letterOf(bodies.length)) bodies.push(body.trim());
    else if (line.trim() !== '')
      throw new LeftOutError(
        `${firstLine + index}行目は「${letterOf(bodies.length)}. 」で始まる選択肢ではありません。`,
      );
  }
  return bodies;
}

function readQuestion({ line, lines }: Block): FileQuestion {
  const start = lines.findIndex((each) => choiceLine.test(each));
  const [, written] = answerLine.exec(lines.at(-1) ?? '') ?? [];
  if (written === undefined) throw new LeftOutError('「ANSWER: 」の行がありません。問題文の中に空行は入れられません。');
  if (start === -1) throw new LeftOutError('選択肢（「A. 」で始まる行）がありません。');
  if (start === 0) throw new LeftOutError('選択肢の前に問題文がありません。');
  const answer = written.trim().normalize('NFKC').toUpperCase();
  const bodies = readChoices(lines.slice(start, -1), line + start);
  const right = bodies.findIndex((_, index) => letterOf(index) === answer);
  if (right === -1) throw new LeftOutError(`正解「${written.trim()}」の選択肢がありません。正解は1つだけ書けます。`);
  return {
    type: 'single',
    body: lines.slice(0, start).join('\n').trim(),
    choices: bodies.map((body, index) => ({ body, isCorrect: index === right })),
    acceptedAnswers: [],
    explanation: '',
  };
}

/** Reads an Aiken file; entries are in the file's order. */
export function readAiken(text: string): FileEntry[] {
  return splitBlocks(text).map((block) => readEntry(block.line, block.lines.join('\n'), () => readQuestion(block)));
}
