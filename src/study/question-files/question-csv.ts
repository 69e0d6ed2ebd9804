/** Writes and reads questions as CSV; a file that was written is read back as the same questions. */
import { type QuestionType, questionTypeSchema } from '@/api/question-sets';
import type { CsvRow } from '@/study/csv';
import { typeNames } from '@/study/question-type-names';

import { type FileEntry, type FileQuestion, LeftOutError, readEntry } from './file-question';

/** The headings that the app writes, each followed by other headings that it recognises. */
const columns = {
  type: ['形式', '問題形式', '種類', 'type'],
  body: ['問題文', '問題', 'question'],
  answer: ['正解', '答え', 'answer'],
  explanation: ['解説', 'explanation', 'feedback'],
  shuffle: ['選択肢の順序', 'shuffle'],
};
type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];
const choiceHeading = /^(?:選択肢|choice|option) ?(\d{1,2})$/;
const SHUFFLED = '毎回変える';
const FEWEST_CHOICE_COLUMNS = 4;

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** The index of each column in a row. */
interface Places extends Partial<Record<Column, number>> {
  /** The indexes of the choice columns, in the order of their numbers. */
  choices: number[];
  /** Headings of columns that are not read. */
  unknown: string[];
}

function findPlaces(header: CsvRow): Places {
  const places: Places = { choices: [], unknown: [] };
  for (const [index, cell] of header.cells.entries()) {
    const heading = fold(cell);
    const column = columnNames.find((name) => columns[name].includes(heading));
    const number = Number(choiceHeading.exec(heading)?.[1] ?? 0);
    if (column && places[column] === undefined) places[column] = index;
    else if (number > 0 && places.choices[number - 1] === undefined) places.choices[number - 1] = index;
    else if (heading !== '') places.unknown.push(cell);
  }
  return places;
}

/** Returns true if a first row has the headings that a file of questions needs. */
export function isQuestionHeader(row: CsvRow | undefined): row is CsvRow {
  const { body, answer, choices } = findPlaces(row ?? { line: 1, cells: [] });
  return body !== undefined && (answer !== undefined || choices.length > 0);
}

/** Returns the choice numbers of a cell such as 「1・3」. */
function readNumbers(cell: string): number[] {
  const parts = fold(cell).split(/[・、,;\s]+/);
  if (!parts.every((part) => /^\d{1,2}$/.test(part))) {
    throw new LeftOutError(`正解「${cell}」は、選択肢の番号（「2」「1・3」など）で書いてください。`);
  }
  return [...new Set(parts.map(Number))];
}

function readType(cell: string): QuestionType | undefined {
  if (cell.trim() === '') return undefined;
  const type = questionTypeSchema.options.find((each) => [each, typeNames[each]].includes(fold(cell)));
  if (type) return type;
  throw new LeftOutError(`「${cell}」という形式はありません（${Object.values(typeNames).join('・')}）。`);
}

/** Returns the question type of a row that states none, by its choices and the number of right ones. */
function guessType(hasChoices: boolean, answer: string): QuestionType {
  if (!hasChoices) return 'text';
  return readNumbers(answer).length > 1 ? 'multiple' : 'single';
}

/** A row's cells by column. */
interface RowCells extends Record<Column, string> {
  choices: string[];
}

/** Reads choices with the numbers of their columns; empty columns between them are skipped. */
function readChoices({ choices, answer }: RowCells, type: QuestionType): FileQuestion['choices'] {
  const isBlank = (body: string | undefined) => (body ?? '').trim() === '';
  if (type === 'order') {
    if (answer.trim() !== '') throw new LeftOutError('並べ替えでは、選択肢を正しい順に書き、正解は空にしてください。');
    return choices.filter((body) => !isBlank(body)).map((body) => ({ body, isCorrect: false }));
  }
  if (answer.trim() === '') throw new LeftOutError('正解が空です。');
  const right = readNumbers(answer);
  const missing = right.find((number) => isBlank(choices[number - 1]));
  if (missing !== undefined) throw new LeftOutError(`正解の選択肢${missing}がありません。`);
  return choices
    .map((body, index) => ({ body, isCorrect: right.includes(index + 1) }))
    .filter(({ body }) => !isBlank(body));
}

function readQuestion(cells: RowCells, hasShuffle: boolean, notes: string[]): FileQuestion {
  const hasChoices = cells.choices.some((body) => body.trim() !== '');
  const type = readType(cells.type) ?? guessType(hasChoices, cells.answer);
  if (cells.type.trim() === '') notes.push(`形式が空のため、${typeNames[type]}として読みました。`);
  const { body, explanation } = cells;
  if (type === 'text') {
    if (hasChoices) throw new LeftOutError('記述式の問題に選択肢は付けられません。');
    const acceptedAnswers = cells.answer.split(/\r?\n/).filter((line) => line.trim() !== '');
    return { type, body, choices: [], acceptedAnswers, explanation };
  }
  const question: FileQuestion = { type, body, choices: readChoices(cells, type), acceptedAnswers: [], explanation };
  const word = fold(cells.shuffle);
  if (!hasShuffle || type === 'order') return question;
  if (word !== '' && word !== SHUFFLED) notes.push(`選択肢の順序「${cells.shuffle}」は使えません（${SHUFFLED}）。`);
  return { ...question, shuffle: word === SHUFFLED };
}

/**
 * Reads the rows of a question CSV, with the header; entries are in the file's order. @returns also the headings of columns that are
 * ignored.
 */
export function readQuestionRows([header, ...rows]: readonly CsvRow[]): { entries: FileEntry[]; notes: string[] } {
  const places = findPlaces(header ?? { line: 1, cells: [] });
  const entries = rows.map(({ line, cells }) => {
    const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''));
    const byColumn = Object.fromEntries(columnNames.map((name) => [name, cell(places[name])])) as Record<
      Column,
      string
    >;
    // Use Array.from to fill the gaps of choice numbers that no column has.
    const row = { ...byColumn, choices: Array.from(places.choices, cell) };
    return readEntry(line, row.body, (notes) => readQuestion(row, places.shuffle !== undefined, notes));
  });
  const notes = places.unknown.length > 0 ? [`読まない列：${places.unknown.join('、')}`] : [];
  return { entries, notes };
}

function toRow({ type, body, choices, acceptedAnswers, explanation, shuffle }: FileQuestion): string[] {
  const numbers = choices.flatMap(({ isCorrect }, index) => (isCorrect ? index + 1 : []));
  // Write choice numbers as 「1・3」, because spreadsheets change 1,3 and 1-3 into a number or a date.
  const answers: Record<QuestionType, string> = {
    single: numbers.join('・'),
    multiple: numbers.join('・'),
    text: acceptedAnswers.map((answer) => answer.replaceAll(/\s*[\r\n]\s*/g, ' ')).join('\n'),
    order: '',
  };
  return [
    typeNames[type],
    body,
    answers[type],
    explanation,
    shuffle ? SHUFFLED : '',
    ...choices.map((each) => each.body),
  ];
}

/** Returns questions as rows, with a header. */
export function toQuestionRows(questions: readonly FileQuestion[]): string[][] {
  const count = Math.max(FEWEST_CHOICE_COLUMNS, ...questions.map(({ choices }) => choices.length));
  const headings = Array.from({ length: count }, (_, index) => `選択肢${index + 1}`);
  const header = [...columnNames.map((name) => columns[name][0] ?? ''), ...headings];
  const pad = (row: string[]) => [...row, ...header.slice(row.length).map(() => '')];
  return [header, ...questions.map(toRow).map(pad)];
}
