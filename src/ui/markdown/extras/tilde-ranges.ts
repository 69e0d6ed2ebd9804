/** Finds double tildes that mean ranges and strike nothing (docs/decisions/0067). */

/** The kinds of letters in a range's ends: 「A棟」 and 「B棟」 are both `a漢`. Hiragana and punctuation end a range's end. */
const letterKinds: [RegExp, kind: string][] = [
  [/[\d０-９]+/g, '0'],
  [/[A-Za-zＡ-Ｚａ-ｚ]+/g, 'a'],
  [/[ァ-ヺー]+/g, 'ア'],
  [/[\p{Script=Han}々]+/gu, '漢'],
  [/[ぁ-ん]/g, 'あ'],
  [/\p{No}/gu, '①'],
];
const endLetter = String.raw`A-Za-z\dＡ-Ｚａ-ｚ０-９ァ-ヺー\p{Script=Han}々\p{No}.:：%％()（）\-－`;
const endLetters = `[${endLetter}]{1,20}`;
const endBefore = new RegExp(`(?:${endLetters}|(?<![ぁ-ん])[ぁ-ん])$`, 'u');
const endBehind = new RegExp(`^(?:${endLetters}|[ぁ-ん](?![ぁ-ん]))`, 'u');
const oneEnd = new RegExp(`^${endLetters}$`, 'u');
const twoEnds = new RegExp(`^(?:${endLetters}|[ぁ-ん])[^${endLetter}]{1,3}(?:${endLetters}|[ぁ-ん])$`, 'u');

const kindsOf = (end: string) => letterKinds.reduce((kinds, [letters, kind]) => kinds.replace(letters, kind), end);

/**
 * Returns how surely two tildes between these texts mean a range: 2 between numbers or equal units, 1 between letters
 * of a kind.
 */
function rangeBetween(before: string, behind: string): 0 | 1 | 2 {
  const [from = ''] = endBefore.exec(before) ?? [];
  const [to = ''] = endBehind.exec(behind) ?? [];
  if (from === '' || to === '') return 0;
  if (/[\d０-９]$/.test(from) && /^[\d０-９]/.test(to)) return 2;
  const [kindsFrom, kindsTo] = [kindsOf(from), kindsOf(to)];
  const isUnit = from.slice(-1) === to.slice(-1);
  if (!kindsFrom.endsWith(kindsTo) && !(isUnit && kindsTo.endsWith(kindsFrom))) return 0;
  return isUnit || kindsTo.includes('0') || to.length === 1 ? 2 : 1;
}

/** Returns the offsets of those double tildes of a line that mean ranges and strike nothing: 「A棟~~B棟、C棟~~D棟」. */
export function findRanges(line: string): ReadonlySet<number> {
  const found = new Set<number>();
  const places = [...line.matchAll(/(?<!~)~~(?!~)/g)].map(({ index }) => index);
  let open: number | undefined;
  let content = '';
  for (const [index, at] of places.entries()) {
    const before = line.slice(index > 0 ? (places[index - 1] ?? 0) + 2 : 0, at);
    const behind = line.slice(at + 2, places[index + 1]);
    const isLast = index === places.length - 1;
    const sureness = rangeBetween(before, behind);
    if (open !== undefined) {
      // 「1F~~屋上、2F~~3F」: the first tildes would strike the ends of two ranges.
      if (sureness > 0 && /\w/.test(line.charAt(open - 1)) && twoEnds.test(content)) found.add(open).add(at);
      open = undefined;
    } else if (sureness > 0 && (isLast || (sureness > 1 ? !oneEnd.test(behind) : twoEnds.test(behind)))) found.add(at);
    else if (!/^\s|^$/.test(behind)) open = at;
    content = behind;
  }
  return found;
}
