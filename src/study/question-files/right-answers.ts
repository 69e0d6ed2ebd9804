/**
 * Finds the right choices that the answer cell of a CSV row means: by label or by text, decided by the whole column
 * where one row is unclear.
 */
import { foldLabel, indexIn, labelIndexes, readLabels, splitLabel } from './choice-labels';
import { LeftOutError } from './file-question';

export interface AnswerRow {
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
export function createAnswerReader(rows: readonly AnswerRow[], headings: readonly string[], isByNumber: boolean) {
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
