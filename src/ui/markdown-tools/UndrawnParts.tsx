/** Warns the author of a text which parts of it learners will see as they are written, or not at all. */
import type { Undrawn } from './find-undrawn';
import type { PlacedWords } from './raw-syntax';

/** Lists line numbers in words: the first three, and if there are more, also their total number. */
function listLines(lines: readonly number[]): string {
  const named = [...new Set(lines)].map((line) => `${line}行目`);
  return named.length > 3 ? `${named.slice(0, 3).join('、')}など${named.length}か所` : named.join('、');
}

/** Lists words of a text with their lines: the first three, and if there are more, also their total number. */
export function listWords(found: readonly PlacedWords[], particle: string): string {
  const named = found.slice(0, 3).map(({ line, words }) => `${line}行目${particle}「${words}」`);
  return `${named.join('、')}${found.length > 3 ? `など${found.length}か所` : ''}`;
}

/** Renders nothing when the whole text is drawn. */
export function UndrawnParts({ undrawn: { formulas, faulty, parts, longRows, raw } }: { undrawn: Undrawn }) {
  return (
    <>
      {formulas.length > 0 && (
        <span data-over>{listLines(formulas)}の数式は複雑すぎるため、受講者には書いたままの文字で表示されます。</span>
      )}
      {faulty.length > 0 && (
        <span data-over>
          {listLines(faulty)}の数式は書き方に誤りがあるため、受講者には書いたままの文字で表示されます。
        </span>
      )}
      {parts.length > 0 && (
        <span data-over>
          {listLines(parts)}からの部分は長すぎるか複雑すぎるため、受講者には書いたままの文字で表示されます。
        </span>
      )}
      {longRows.length > 0 && (
        <span data-over>
          {listLines(longRows)}の表は、列が見出しより多いため、はみ出した列が受講者に表示されません。
        </span>
      )}
      {raw.length > 0 && <span data-over>{listWords(raw, 'の')}は、受講者には書いたままの文字で表示されます。</span>}
    </>
  );
}
