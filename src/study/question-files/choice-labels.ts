/** Reads the labels of choices: 2, B, Ｂ, イ, ②, (2), ii, 二, and several of them in one cell. */

/** The systems of labels, each with its labels in order. */
const systems = {
  number: Array.from({ length: 20 }, (_, index) => String(index + 1)),
  latin: 'abcdefghijklmnopqrst'.split(''),
  kana: 'アイウエオカキクケコサシスセソタチツテト'.split(''),
  iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネ'.split(''),
  roman: ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'],
  chinese: '一二三四五六七八九十'.split(''),
};
export type LabelSystem = keyof typeof systems;
const systemNames = Object.keys(systems) as LabelSystem[];

/** The first code points of circled numbers from 1 to 10 that NFKC does not turn into digits. */
const CIRCLED = [0x2776, 0x2780, 0x278a, 0x24f5];

function spreadCircled(sign: string): string {
  const code = sign.charCodeAt(0);
  const first = CIRCLED.find((start) => code >= start && code < start + 10);
  return ` ${first === undefined ? sign : code - first + 1} `;
}

/** Folds width, case and 回答 (as 解答); circled signs get spaces, so that ①③ is not 13. */
export function foldWidth(text: string): string {
  return text
    .replaceAll(/[①-⑳❶-❿➀-➓⓵-⓾㋐-㋾㊀-㊉Ⓐ-ⓩ]/g, spreadCircled)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('回答', '解答');
}

/** Folds a label: width, case and kana. */
export function foldLabel(text: string): string {
  return foldWidth(text)
    .replaceAll(/[ぁ-ん]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .trim();
}

/** Returns the index of a folded label in a system, or -1. */
export function indexIn(system: LabelSystem, label: string): number {
  return systems[system].indexOf(label);
}

/** Returns the index of a folded label in each system that has it. */
export function labelIndexes(label: string): Map<LabelSystem, number> {
  return new Map(systemNames.map((name) => [name, indexIn(name, label)] as const).filter(([, index]) => index >= 0));
}

/** Returns the system to which all labels belong, the most compact one: イ and ロ are いろは, イ and ア are 五十音. */
export function systemOf(labels: readonly string[]): LabelSystem | undefined {
  const spans = systemNames.map((name) => ({ name, indexes: labels.map((label) => indexIn(name, label)) }));
  const fitting = spans.filter(({ indexes }) => indexes.length > 0 && !indexes.includes(-1));
  return [...fitting].sort((one, other) => Math.max(...one.indexes) - Math.max(...other.indexes))[0]?.name;
}

/** Matches a label before a text, as in `A. text`, `(1) text`, `ア：text`, `② text`; not the number 3.14. */
const leadingLabel =
  /^\s*(?:[([【]\s*([a-t]|\d{1,2}|[ア-ン]|[ivx]{1,4}|[一二三四五六七八九十])\s*[)\]】]|([a-t]|\d{1,2}|[ア-ン]|[ivx]{1,4}|[一二三四五六七八九十])\s*[.):](?!\d))\s*/;
const leadingSign = /^\s*([①-⑳❶-❿➀-➓⓵-⓾㋐-㋾㊀-㊉Ⓐ-ⓩ])\s*/;

/**
 * Splits the label off a text: `A. 赤` has the label a and the text 赤.
 *
 * @returns undefined if it has none, or nothing else.
 */
export function splitLabel(text: string): { label: string; rest: string } | undefined {
  const [sign, circled = ''] = leadingSign.exec(text) ?? [];
  if (sign !== undefined)
    return text.length > sign.length ? { label: foldLabel(circled), rest: text.slice(sign.length) } : undefined;
  // Fold the first characters one by one, so that positions in the folded text are those in the written one.
  const head = text
    .slice(0, 12)
    .split('')
    .map((each) => foldOne(each))
    .join('');
  const found = leadingLabel.exec(head);
  const rest = text.slice(found?.[0].length ?? 0).trim();
  return found && rest !== '' ? { label: found[1] ?? found[2] ?? '', rest } : undefined;
}

function foldOne(sign: string): string {
  const folded = sign === '．' || sign === '、' ? '.' : foldLabel(sign);
  return folded.length === sign.length ? folded : sign;
}

/** Longer cells hold texts. */
const MOST_OF_LABELS = 300;

/** Words around labels in an answer cell: 選択肢2, Option B, 正解：イ, 3番目. */
const labelWords =
  /(?:選択肢|正解|正答|解答|答え|答|番号|correct answers?|correct|answers?|options?|choices?|no\.)(?:は|:)?/g;
const separators = /[\s,、;|/・･&+[\](){}「」:."']+|と|及び|および|番目?|\band\b/;

/** Returns the labels of a cell, folded: `A,C`, `1;3`, `A C`, `①と③`, `AC`. Words that are no label stay as they are. */
export function readLabels(cell: string): string[] {
  if (cell.length > MOST_OF_LABELS) return [cell];
  const folded = foldWidth(cell)
    .replaceAll(/(\d)\.0+(?!\d)/g, '$1')
    .replaceAll(/(\d)\.(?=\d)/g, '$1point')
    .replaceAll(labelWords, ' ');
  return folded.split(separators).flatMap((part) => (part === '' ? [] : splitRun(foldLabel(part))));
}

/** Splits letters in rising order that are written without a separator: `AC`, `アウ`. */
function splitRun(part: string): string[] {
  const letters = part.split('');
  const system = letters.length > 1 && labelIndexes(part).size === 0 ? systemOf(letters) : undefined;
  if (system !== 'latin' && system !== 'kana' && system !== 'iroha') return [part];
  const indexes = letters.map((letter) => indexIn(system, letter));
  return indexes.every((index, place) => place === 0 || index > (indexes[place - 1] ?? 0)) ? letters : [part];
}
