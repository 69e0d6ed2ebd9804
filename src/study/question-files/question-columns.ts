/**
 * Finds the columns of a question file by their headings: those of this app, of other quiz tools, and of tables written
 * by hand.
 */
import type { CsvRow } from '@/study/csv';

import { foldLabel, foldWidth, indexIn, systemOf } from './choice-labels';

/** The known headings, folded; earlier ones take precedence. */
const headings = {
  type: '形式 問題形式 出題形式 解答形式 問題タイプ 問題種別 問題の種類 設問形式 種類 種別 タイプ type questiontype qtype',
  body: '問題文 設問文 質問文 出題文 問題本文 問題内容 設問内容 質問内容 設問 質問 問題 問い 問 お題 本文 questiontext questionbody questiontitle questionstem stem prompt question questionword q',
  answer:
    '正解 正答 正解番号 正答番号 正解の番号 正解選択肢 正解肢 正答選択肢 正解記号 正答記号 正解答 解答番号 解答記号 正解の選択肢 正答の選択肢 正しい選択肢 correctanswer correctanswers correctchoice correctchoices correctoption correctoptions correctresponse rightanswer correct answerkey key 答え 解答 答 こたえ 模範解答 answer answers answerindex solution a',
  explanation:
    '解説 解説文 説明 解答解説 答えの解説 補足 コメント フィードバック explanation answerexplanation rationale feedback generalfeedback correctfeedback feedbackcorrect comment comments reason',
  shuffle: '選択肢の順序 shuffle',
  lenient: 'かな小数点桁区切り lenient',
};
export type Column = keyof typeof headings;

const label = String.raw`(\d{1,2}|[a-l]|[ア-ンあ-ん]|[ivx]{1,4}|[一二三四五六七八九十])`;
const choiceHeading = new RegExp(
  `^(?:選択肢|選択項目|選択|肢|候補|解答群|解答選択肢|解答候補|choices?|options?|opt|alternative|response)(?:の|no|番号)?${label}$`,
);
const wrongHeading = new RegExp(
  `^(?:誤答|不正解|不正解選択肢|誤答選択肢|不正解の選択肢|誤答の選択肢|誤りの選択肢|間違いの選択肢|誤り|間違い|ダミー|はずれ|ハズレ|wrong|wronganswer|wrongchoice|incorrect|incorrectanswer|incorrectoption|incorrectchoice|distractor)${label}?$`,
);
const numberedAnswer = new RegExp(`^(?:answer|ans|解答|答え|答)(?:no)?${label}$`);
const numberedRight = new RegExp(`^(?:正解|正答|correct|correctanswer|correctresponse|rightanswer)${label}$`);
const bareLabel = new RegExp(`^${label}番?$`);
/** A column that holds all choices in one cell. */
const listHeading = /^(?:選択肢|選択肢一覧|解答群|choices|options|answerchoices|answeroptions|alternatives)$/;

/** Longer headings are no headings; searching them for brackets would take quadratic time. */
const MOST_OF_HEADING = 200;

const signs = /[^\p{L}\p{N}]+/gu;
/** Words of headings that say nothing about the column. */
const hints = /必須|任意|半角|全角|required|optional/g;

/**
 * Returns a heading without signs, and also without its remarks in brackets and after a dash:
 * `Question - max 120 characters`.
 */
function foldHeading(heading: string): string[] {
  const text = foldWidth(heading.slice(0, MOST_OF_HEADING)).replaceAll(hints, '');
  const [short = ''] = text.replaceAll(/[([【<「][^)\]】>」]*[)\]】>」]/g, ' ').split(/\s[-–—]\s?|[:/|、,※\n]/);
  return [text.replaceAll(signs, ''), short.replaceAll(signs, '')];
}

interface Labelled {
  index: number;
  label: string;
}

/** The index of each column in a row. */
export interface Places extends Partial<Record<Exclude<Column, 'answer'>, number>> {
  /** The columns of the right answers. */
  answers: number[];
  /** The columns of the choices, in the order of their labels; undefined for a label that no column has. */
  choices: (number | undefined)[];
  /** The labels of the choice columns. */
  labels: string[];
  /** The columns of the wrong choices, in files that have the right choice in the answer column. */
  wrong: number[];
  /** The column that holds all choices. */
  list?: number;
}

/** Puts labelled columns in the order of their labels. */
function inOrder(columns: readonly Labelled[]): Pick<Places, 'choices' | 'labels'> {
  const system = systemOf(columns.map(({ label: each }) => each));
  const isSystem = system !== undefined && new Set(columns.map(({ label: each }) => each)).size === columns.length;
  const choices: Places['choices'] = [];
  const labels: string[] = [];
  for (const [place, { index, label: each }] of columns.entries()) {
    const at = isSystem ? indexIn(system, each) : place;
    choices[at] = index;
    labels[at] = each;
  }
  // Use Array.from to fill the gaps of labels that no column has.
  return { choices: Array.from(choices), labels: Array.from(labels, (each) => each ?? '') };
}

/** True for the labels 1, 2 or A, B or ア, イ at least: other single letters are no choices. */
function isSeries(columns: readonly Labelled[]): boolean {
  const { choices } = inOrder(columns);
  return columns.length > 1 && choices.length === columns.length && !choices.includes(undefined);
}

function findLabelled(folded: readonly string[][], pattern: RegExp): Labelled[] {
  const found = folded.flatMap((variants, index) => {
    const match = variants.map((variant) => pattern.exec(variant)).find((each) => each !== null);
    return match ? [{ index, label: foldLabel(match[1] ?? '') }] : [];
  });
  return found.filter(
    ({ label: each }, place) => found.findIndex((other) => other.label === each) === place || each === '',
  );
}

/** Finds the columns. @param hasMarks true if choices are marked as right in their own cells, `*text` */
export function findPlaces({ cells }: CsvRow, hasMarks = false): Places {
  const folded = cells.map(foldHeading);
  const findColumn = (column: Column) => {
    for (const name of headings[column].split(' ')) {
      const index = [0, 1]
        .map((variant) => folded.findIndex((each) => each[variant] === name))
        .find((each) => each >= 0);
      if (index !== undefined) return index;
    }
    return undefined;
  };
  const [named, wrong, bare] = [choiceHeading, wrongHeading, bareLabel].map((pattern) =>
    findLabelled(folded, pattern),
  ) as [Labelled[], Labelled[], Labelled[]];
  const list = folded.findIndex(([first = '']) => listHeading.test(first));
  const numbered = findLabelled(folded, numberedAnswer);
  const rights = findLabelled(folded, numberedRight).map(({ index }) => index);
  const isBare = named.length === 0 && wrong.length === 0 && isSeries(bare);
  const answer = findColumn('answer');
  const isAnswer = answer !== undefined && !(isBare && bare.some(({ index }) => index === answer)) ? [answer] : [];
  const hasAnswers = isAnswer.length > 0 || rights.length > 0 || hasMarks;
  const isNumbered =
    named.length === 0 && wrong.length === 0 && !isBare && list === -1 && hasAnswers && numbered.length > 1;
  const columns = [named, isBare ? bare : [], isNumbered ? numbered : []].find((each) => each.length > 0) ?? [];
  const isWrong = named.length === 0 && wrong.length > 0;
  return {
    type: findColumn('type'),
    body: findColumn('body'),
    explanation: findColumn('explanation'),
    shuffle: findColumn('shuffle'),
    lenient: findColumn('lenient'),
    answers: [
      ...isAnswer,
      ...rights,
      ...(isNumbered ? [] : numbered.map(({ index }) => index).filter((index) => index !== answer)),
    ].filter((index) => index !== findColumn('body')),
    ...inOrder(columns),
    wrong: isWrong ? wrong.map(({ index }) => index) : [],
    list: columns.length === 0 && !isWrong && list >= 0 ? list : undefined,
  };
}

/** Returns the names of the columns with content that are not read. */
export function unreadColumns([header, ...rows]: readonly CsvRow[], places: Places): string[] {
  const { answers, choices, wrong, labels: _, ...others } = places;
  const read = new Set([...answers, ...choices, ...wrong, ...Object.values(others)]);
  const count = Math.max(header?.cells.length ?? 0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_each, index) => index).flatMap((index) => {
    const heading = header?.cells[index]?.trim() ?? '';
    const isEmpty = heading === '' && rows.every(({ cells }) => (cells[index] ?? '').trim() === '');
    return read.has(index) || isEmpty ? [] : [heading || `${index + 1}列目`];
  });
}

/** Returns true if a row has the headings that a file of questions needs. */
export function isQuestionHeader(row: CsvRow | undefined): row is CsvRow {
  if (!row) return false;
  const { body, answers, choices, wrong, list } = findPlaces(row, true);
  return body !== undefined && (answers.length > 0 || choices.length > 0 || wrong.length > 0 || list !== undefined);
}
