/** Words, sort order and CSV rows of 問題の分析 (question statistics). */
import type { QuestionStats, SetStats } from '@/api/question-stats';
import { percentOf } from '@/lib/percent';
import type { Cell } from '@/study/csv';
import { typeNames } from '@/study/question-type-names';

/** Below this number of people a question's discrimination is not reliable. */
export const MIN_PEOPLE = 20;

/** A question's statistics with its number in the set, from 1. */
export type NumberedStats = QuestionStats & { number: number };

/** Returns the questions in the set's order, or the hardest first; questions without answers come last. */
export function sortStats({ questions }: Pick<SetStats, 'questions'>, isHardestFirst: boolean): NumberedStats[] {
  const numbered = questions.map((question, index) => ({ ...question, number: index + 1 }));
  if (!isHardestFirst) return numbered;
  const shareOf = ({ peopleCount, rightCount }: QuestionStats) => (peopleCount === 0 ? 2 : rightCount / peopleCount);
  return numbered.sort((a, b) => shareOf(a) - shareOf(b) || a.number - b.number);
}

/**
 * Returns a question's discrimination (its correlation with the learners' other results) with two digits and in words;
 * negative if learners with good other results tend to get this question wrong.
 */
export function discriminationWords({ discrimination }: Pick<QuestionStats, 'discrimination'>): string {
  if (discrimination === undefined) return '計算できません（全員が同じ結果です）';
  const value = discrimination.toFixed(2).replace('-', '−');
  if (discrimination < 0) return `${value}（ほかの問題ができる人ほど、まちがえています）`;
  if (discrimination < 0.2) return `${value}（できる人とできない人の差が小さい問題です）`;
  return value;
}

/** Returns the header and one row for each question, choice and wrong text, for `toCsv`. */
export function statsToRows(stats: SetStats): Cell[][] {
  const header = ['問', '種類', '項目', '内容', '人数', '対象の人数', '割合（%）', '識別力'];
  const rows = sortStats(stats, false).flatMap((question) => {
    const { number, type, body, peopleCount, rightCount, discrimination, choices, wrongTexts } = question;
    const row = (item: string, words: string, count: number, extra: Cell = '') => [
      String(number),
      typeNames[type],
      item,
      words,
      String(count),
      String(peopleCount),
      peopleCount === 0 ? '' : String(percentOf(count, peopleCount)),
      extra,
    ];
    return [
      row('正解した人', body, rightCount, discrimination === undefined ? '' : { value: discrimination.toFixed(3) }),
      ...choices.map((choice) => row(choice.isCorrect ? '選択肢（正解）' : '選択肢', choice.body, choice.count)),
      ...wrongTexts.map((wrong) => row('多いまちがい', wrong.text, wrong.count)),
    ];
  });
  return [header, ...rows];
}
