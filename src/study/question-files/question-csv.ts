/** Writes and reads questions as CSV; a file that was written is read back as the same questions. */
import { type QuestionType, questionTypeSchema } from '@/api/question-sets';
import type { CsvRow } from '@/study/csv';
import { typeNames } from '@/study/question-type-names';

import { foldLabel, foldWidth, indexIn, labelIndexes, readLabels, splitLabel, systemOf } from './choice-labels';
import { type FileEntry, type FileQuestion, LeftOutError, readEntry } from './file-question';
import { type Column, findPlaces, isQuestionHeader, type Places, unreadColumns } from './question-columns';

/**
 * Finds the right choices that the answer cell of a CSV row means: by label or by text, decided by the whole column
 * where one row is unclear.
 */
interface AnswerRow {
  /** The cell of the right answers. */
  answer: string;
  /** The choices in the order of their columns; blank ones are kept, because labels count them. */
  choices: readonly string[];
}

const foldText = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const bareText = (text: string) => foldText(splitLabel(text)?.rest ?? text);
const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((index) => other.includes(index));

/** Signs between the texts of several right choices, tried in this order; the first splits nothing. */
const textSeparators = [/(?!)/, /[\r\n]+/, /[;；]/, /[|｜]/, /[,，、]/, /・/, /[/／]/, /\s+/];

/** Returns the choices whose texts the cell has. */
function readTexts({ answer, choices }: AnswerRow): number[] | undefined {
  const [texts, bare] = [choices.map(foldText), choices.map(bareText)];
  const indexOf = (part: string) => {
    const index = texts.indexOf(foldText(part));
    return index >= 0 ? index : bare.indexOf(bareText(part));
  };
  for (const separator of textSeparators) {
    const parts = answer.split(separator).filter((part) => part.trim() !== '');
    const indexes = parts.length > choices.length ? [-1] : parts.map(indexOf);
    if (parts.length > 0 && !indexes.includes(-1)) return [...new Set(indexes)];
  }
  return undefined;
}

/** Facts about all answers of a file, which decide what イ or i means. */
interface Evidence {
  /** The folded labels of the choice columns, by index; '' for a column without one. */
  headings: readonly string[];
  labels: ReadonlySet<string>;
}

const has = ({ labels }: Evidence, system: 'kana' | 'iroha' | 'roman' | 'latin', among: string) =>
  among.split(' ').some((label) => labels.has(label) && indexIn(system, label) >= 0);

/** Returns the places that a label may mean, among the choices that are there. */
function placesOf(label: string, { choices }: AnswerRow, evidence: Evidence): number[] {
  const own = choices.map((choice) => splitLabel(choice)?.label);
  if (own.every((each, index) => each !== undefined || choices[index]?.trim() === '')) {
    const place = own.indexOf(label);
    if (place >= 0) return [place];
  }
  const heading = evidence.headings.indexOf(label);
  if (heading >= 0) return [heading];
  const bySystem = labelIndexes(label);
  if (has(evidence, 'iroha', 'ロ ハ ニ ホ')) bySystem.delete('kana');
  else if (has(evidence, 'kana', 'ア ウ エ オ')) bySystem.delete('iroha');
  if (has(evidence, 'roman', 'ii iii iv vi')) bySystem.delete('latin');
  else if (has(evidence, 'latin', 'a b c d')) bySystem.delete('roman');
  const places = [...new Set(bySystem.values())];
  const filled = places.filter((place) => (choices[place] ?? '').trim() !== '');
  return filled.length > 0 ? filled : places;
}

/**
 * Returns the choices that the cell has labels of; undefined if it has other words.
 *
 * @throws {LeftOutError} for a choice that is not there
 */
function readByLabels(row: AnswerRow, evidence: Evidence): number[] | undefined {
  const labels = readLabels(row.answer);
  const places = labels.map((label) => placesOf(label, row, evidence));
  if (places.length === 0 || places.some((each) => each.length === 0)) return undefined;
  const unclear = places.findIndex((each) => each.length > 1);
  if (unclear >= 0)
    throw new LeftOutError(`正解「${row.answer}」の記号が何番目か、決められません。番号で書いてください。`);
  return [...new Set(places.flat())];
}

interface Readings {
  byLabel?: number[];
  byText?: number[];
  /** Why the labels cannot be read. */
  problem?: LeftOutError;
}

function readBoth(row: AnswerRow, evidence: Evidence): Readings {
  const byText = readTexts(row);
  try {
    const byLabel = readByLabels(row, evidence);
    const missing = byLabel?.find((place) => (row.choices[place] ?? '').trim() === '');
    if (missing !== undefined) throw new LeftOutError(`正解の選択肢${missing + 1}がありません。`);
    return { byLabel, byText };
  } catch (error) {
    if (error instanceof LeftOutError) return { byText, problem: error };
    throw error;
  }
}

/**
 * Returns a reader of the right choices of a row, by their indexes.
 *
 * @param rows all rows with choices. @param headings the labels of the choice columns. @param isByNumber true for files
 * of this app, whose
 *   answers are always numbers
 */
function createAnswerReader(rows: readonly AnswerRow[], headings: readonly string[], isByNumber: boolean) {
  const folded = headings.map(foldLabel);
  const labels = new Set(rows.flatMap(({ answer }) => readLabels(answer)));
  const evidence: Evidence = { headings: folded, labels };
  const all = rows.map((row) => readBoth(row, evidence));
  const hasLabelsOnly = isByNumber || all.some(({ byLabel, byText }) => byLabel && !byText);
  const hasTextsOnly = !isByNumber && all.some(({ byLabel, byText }) => byText && !byLabel);
  const isFromZero = rows.some(({ answer }, index) => !all[index]?.byText && readLabels(answer).includes('0'));

  /** @throws {LeftOutError} */
  return (row: AnswerRow): number[] => {
    const { byLabel, byText, problem } = readBoth(row, evidence);
    if (isFromZero && /\d/.test(row.answer) && !(byText && hasTextsOnly))
      throw new LeftOutError('正解が0から始まる番号のようです。1から始まる番号に直してください。');
    if (byLabel && byText && !isSame(byLabel, byText)) {
      if (hasLabelsOnly === hasTextsOnly)
        throw new LeftOutError(`正解「${row.answer}」は、選択肢の番号とも文とも読めます。どちらかに決められません。`);
      return hasLabelsOnly ? byLabel : byText;
    }
    const found = byLabel ?? byText;
    if (found) return found;
    throw (
      problem ??
      new LeftOutError(`正解「${row.answer}」は、選択肢の番号・記号・文のどれでもありません（「2」「1・3」など）。`)
    );
  };
}

/** The number of rows in which the header is looked for. */
export const MOST_ROWS_ABOVE = 20;

/** The words that switch a setting on. */
const switchedOn = { shuffle: '毎回変える', lenient: '区別しない' };
const FEWEST_CHOICE_COLUMNS = 4;
const written: Record<Column, string> = {
  type: '形式',
  body: '問題文',
  answer: '正解',
  explanation: '解説',
  shuffle: '選択肢の順序',
  lenient: 'かな・小数点・桁区切り',
};

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
const isFilled = (text: string | undefined) => (text ?? '').trim() !== '';

/** What a word for a type means; a word for choices says nothing about the number of right ones. */
type WrittenType = QuestionType | 'choices' | 'truth';
const typeWords: Record<WrittenType, string> = {
  single:
    '単一 単一解答 単数選択 択一 択一式 ラジオボタン ラジオ radio radiobutton singlechoice singleanswer singleselect dropdown プルダウン ドロップダウン',
  multiple:
    '複数 複数解答 複数選択式 チェックボックス checkbox checkboxes multipleresponse multipleanswer multipleanswers multipleselect multiselect mr ms multipleanswersquestion すべて選択',
  choices:
    '選択 選択式 選択問題 多肢選択 多肢選択式 三択 四択 五択 3択 4択 5択 multiplechoice mc mcq multiplechoicequestion choice choices choicequestion quiz',
  text: '記述式 記述問題 短答 短答式 一問一答 入力 文字入力 テキスト 穴埋め 穴埋め式 shortanswer shortanswerquestion shorttext text textentry typein typeanswer ti fillintheblank fillintheblanks fillinblank fib sa',
  order: '並べ替え 並び替え 並べかえ 並びかえ 整序 順序 ordering order sequence seq jumble',
  truth: '正誤 正誤問題 ○×  ○×問題 マルバツ まるばつ 二択 truefalse tf trueorfalse truefalsequestion yesno',
};
const typeKeys = Object.keys(typeWords) as WrittenType[];
/** Matches every kind of circle and cross that is typed for right and wrong. */
const foldMarks = (text: string) =>
  fold(text)
    .replaceAll(/[◯⭕〇o○]️?/g, '○')
    .replaceAll(/[✕✖❌✗xⅹ×]️?/g, '×');
const foldType = (text: string) =>
  /^[o○◯〇]\s*[/・]?\s*[x×✕]/i.test(text.trim()) ? '○×' : foldWidth(text).replaceAll(/[\s_\-/・()]/g, '');

function readType(cell: string): WrittenType | undefined {
  if (!isFilled(cell)) return undefined;
  for (const name of [cell, cell.trim().replace(/(?:問題|形式|クイズ|タイプ)$/, '')]) {
    const own = questionTypeSchema.options.find((each) => [each, typeNames[each]].includes(fold(name)));
    const type = own ?? typeKeys.find((each) => typeWords[each].split(' ').includes(foldType(name)));
    if (type) return type;
  }
  throw new LeftOutError(`「${cell}」という形式はありません（${Object.values(typeNames).join('・')}）。`);
}

const truths: readonly [right: string, wrong: string][] = [
  ['○', '×'],
  ['true', 'false'],
  ['t', 'f'],
  ['正', '誤'],
  ['正しい', '誤り'],
  ['はい', 'いいえ'],
  ['yes', 'no'],
];

/** Reads an answer such as ○ or FALSE. */
function readTruth(answer: string): boolean | undefined {
  const word = foldMarks(answer);
  const plain = fold(answer);
  if (truths.some(([right]) => right === word || right === plain)) return true;
  return truths.some(([, wrong]) => wrong === word || wrong === plain) ? false : undefined;
}

/** A row's cells by column. */
interface RowCells extends Record<Exclude<Column, 'answer'>, string> {
  /** The cells of the right answers. */
  answers: string[];
  choices: string[];
  wrong: string[];
}

/** Matches a choice that is marked as the right one in its own cell, as iSpring does: `*text`. */
const mark = /^\s*(?:[*＊✓✔☑◎]|[【([](?:正解|○|〇)[】)\]])\s*(?![*＊])/;

/** Splits a cell with several choices at the first kind of separator that it has. */
function splitList(cell: string): string[] {
  const parts = [/[\r\n]+/, /[|｜;；]/, /[,，、]/, /[/／]/].map((separator) => cell.split(separator).filter(isFilled));
  return parts.find((each) => each.length > 1)?.map((each) => each.trim()) ?? [];
}

/** Splits choices off the end of a question's text, one labelled choice a line: `A. 赤`. */
function splitBody(body: string): { body: string; choices: string[] } | undefined {
  const lines = body.split(/\r\n|\r|\n/).filter(isFilled);
  const labels = lines.map((line) => splitLabel(line)?.label ?? '');
  const start = labels.findLastIndex(
    (label, index) => index > 0 && ['1', 'a', 'ア', 'イ', 'i', '一'].includes(label) && labels[index + 1] !== undefined,
  );
  const own = labels.slice(start);
  const system = start > 0 ? systemOf(own) : undefined;
  if (!system || !own.every((label, index) => indexIn(system, label) === index)) return undefined;
  return { body: lines.slice(0, start).join('\n'), choices: lines.slice(start).map((line) => line.trim()) };
}

/** What the whole file says about its rows. */
interface FileFacts {
  hasShuffle: boolean;
  hasLenient: boolean;
  /** Columns that are not read. */
  unread: readonly string[];
  findRight: ReturnType<typeof createAnswerReader>;
}

const toLine = (answers: readonly string[]) => answers.filter(isFilled).join('\n');

/** Reads choices with the labels of their columns; empty columns between them are skipped. */
function readChoices(
  { choices, wrong, answers }: RowCells,
  type: WrittenType,
  { findRight }: FileFacts,
): FileQuestion['choices'] {
  const answer = toLine(answers);
  if (type === 'order') {
    if (isFilled(answer)) throw new LeftOutError('並べ替えでは、選択肢を正しい順に書き、正解は空にしてください。');
    return choices.filter(isFilled).map((body) => ({ body, isCorrect: false }));
  }
  if (wrong.length > 0) {
    const right = answers.filter(isFilled);
    if (right.length === 0) throw new LeftOutError('正解が空です。');
    return [
      ...right.map((body) => ({ body, isCorrect: true })),
      ...wrong.filter(isFilled).map((body) => ({ body, isCorrect: false })),
    ];
  }
  if (!isFilled(answer) && choices.some((body) => mark.test(body))) {
    return choices.filter(isFilled).map((body) => ({ body: body.replace(mark, ''), isCorrect: mark.test(body) }));
  }
  if (!isFilled(answer)) throw new LeftOutError('正解が空です。');
  const right = findRight({ answer, choices });
  return choices
    .map((body, index) => ({ body, isCorrect: right.includes(index) }))
    .filter(({ body }) => isFilled(body));
}

const TRUTH_NOTE = '正誤問題は、「正しい」「誤り」の単一選択になります。';

/** Reads a row without choices as a question for ○ or ×; undefined if the answer is another. */
function readTruthQuestion({ body, explanation, answers }: RowCells): FileQuestion | undefined {
  const isTrue = readTruth(toLine(answers));
  if (isTrue === undefined) return undefined;
  const choices = [
    { body: '正しい', isCorrect: isTrue },
    { body: '誤り', isCorrect: !isTrue },
  ];
  return { type: 'single', body, choices, acceptedAnswers: [], explanation };
}

/**
 * Reads a text question.
 *
 * @throws {LeftOutError} if it seems to be one with choices, whose columns are not recognised
 */
function readTextQuestion(cells: RowCells, isStated: boolean, { unread }: FileFacts): FileQuestion {
  const { body, explanation, answers, choices } = cells;
  if (isFilled(toLine(answers)) && choices.some(isFilled))
    throw new LeftOutError('記述式の問題に選択肢は付けられません。');
  const accepted = (choices.some(isFilled) ? choices : answers).flatMap((cell) => cell.split(/\r?\n/)).filter(isFilled);
  const isLabel = accepted.some((each) => readLabels(each).every((label) => labelIndexes(label).size > 0));
  if (
    !isStated &&
    isLabel &&
    (unread.length > 0 || answers.length === 0 || /(?:^|\n|\s)[(（]?[AＡ1１アa①][)）.．:：、]/.test(body))
  )
    throw new LeftOutError(
      `正解「${toLine(answers)}」は選択肢の記号のようですが、選択肢の列が見つかりません。見出しを「選択肢1」などにしてください。`,
    );
  return { type: 'text', body, choices: [], acceptedAnswers: accepted, explanation };
}

/** Reads the cell of a setting; another word than the one that switches it on is noted. */
function readSetting(column: keyof typeof switchedOn, cells: RowCells, notes: string[]): boolean {
  const word = fold(cells[column]);
  const isOn = word === switchedOn[column];
  if (word !== '' && !isOn) notes.push(`${written[column]}「${cells[column]}」は使えません（${switchedOn[column]}）。`);
  return isOn;
}

function readQuestion(row: RowCells, facts: FileFacts, notes: string[]): FileQuestion {
  const stated = readType(row.type);
  const hasOwn = [...row.choices, ...row.wrong].some(isFilled);
  const inBody = !hasOwn && (stated === undefined || stated === 'choices') ? splitBody(row.body) : undefined;
  const cells = inBody ? { ...row, ...inBody } : row;
  const hasChoices = hasOwn || inBody !== undefined;
  const truth = !hasChoices && (stated === undefined || stated === 'truth') ? readTruthQuestion(cells) : undefined;
  if (truth) {
    notes.push(TRUTH_NOTE);
    return truth;
  }
  if (stated === 'text' || (stated === undefined && !hasChoices)) {
    if (stated === undefined) notes.push(`形式が空のため、${typeNames.text}として読みました。`);
    const question = readTextQuestion(cells, stated !== undefined, facts);
    return facts.hasLenient ? { ...question, lenient: readSetting('lenient', cells, notes) } : question;
  }
  if (!hasChoices) throw new LeftOutError('選択肢が空です。');
  const choices = readChoices(cells, stated ?? 'choices', facts);
  const counted = choices.filter(({ isCorrect }) => isCorrect).length > 1 ? 'multiple' : 'single';
  const type = stated === undefined || stated === 'choices' || stated === 'truth' ? counted : stated;
  if (stated === undefined) notes.push(`形式が空のため、${typeNames[type]}として読みました。`);
  const { body, explanation } = cells;
  const question: FileQuestion = { type, body, choices, acceptedAnswers: [], explanation };
  if (cells.wrong.length > 0) notes.push('正解が先頭に来るため、選択肢の順序は毎回変えます。');
  if (cells.wrong.length > 0) return { ...question, shuffle: true };
  if (!facts.hasShuffle || type === 'order') return question;
  return { ...question, shuffle: readSetting('shuffle', cells, notes) };
}

/** Returns a row's cells by column. */
function toRowCells({ cells }: CsvRow, places: Places): RowCells {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''));
  const { type, body, explanation, shuffle, lenient, answers, choices, wrong, list } = places;
  return {
    type: cell(type),
    body: cell(body),
    explanation: cell(explanation),
    shuffle: cell(shuffle),
    lenient: cell(lenient),
    answers: answers.map(cell),
    choices: list === undefined ? choices.map(cell) : splitList(cell(list)),
    wrong: wrong.map(cell),
  };
}

/**
 * Reads the rows of a question CSV; entries are in the file's order. Rows above the header are left out.
 *
 * @returns also a note of the columns that are not read.
 */
export function readQuestionRows(all: readonly CsvRow[]): { entries: FileEntry[]; notes: string[] } {
  const start = Math.max(0, all.slice(0, MOST_ROWS_ABOVE).findIndex(isQuestionHeader));
  const [header = { line: 1, cells: [] }, ...rows] = all.slice(start);
  const places = findPlaces(
    header,
    rows.some(({ cells }) => cells.some((cell) => mark.test(cell))),
  );
  const read = rows.map((row) => ({ line: row.line, cells: toRowCells(row, places) }));
  const answered = read.map(({ cells: { answers, choices } }) => ({ answer: toLine(answers), choices }));
  const hasShuffle = places.shuffle !== undefined;
  const facts: FileFacts = {
    hasShuffle,
    hasLenient: places.lenient !== undefined,
    unread: unreadColumns(all.slice(start), places),
    findRight: createAnswerReader(
      answered.filter(({ answer, choices }) => isFilled(answer) && choices.some(isFilled)),
      places.labels,
      hasShuffle,
    ),
  };
  const entries = read.map(({ line, cells }) =>
    readEntry(line, cells.body, (notes) => readQuestion(cells, facts, notes)),
  );
  const above = all.slice(0, start).map(({ line }) => `${line}行目は見出しの前のため、読みません。`);
  return { entries, notes: [...above, ...(facts.unread.length > 0 ? [`読まない列：${facts.unread.join('、')}`] : [])] };
}

function toRow({ type, body, choices, acceptedAnswers, explanation, shuffle, lenient }: FileQuestion): string[] {
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
    shuffle ? switchedOn.shuffle : '',
    lenient ? switchedOn.lenient : '',
    ...choices.map((each) => each.body),
  ];
}

/** Returns questions as rows, with a header. */
export function toQuestionRows(questions: readonly FileQuestion[]): string[][] {
  const count = Math.max(FEWEST_CHOICE_COLUMNS, ...questions.map(({ choices }) => choices.length));
  const headings = Array.from({ length: count }, (_, index) => `選択肢${index + 1}`);
  const header = [...Object.values(written), ...headings];
  const pad = (row: string[]) => [...row, ...header.slice(row.length).map(() => '')];
  return [header, ...questions.map(toRow).map(pad)];
}
