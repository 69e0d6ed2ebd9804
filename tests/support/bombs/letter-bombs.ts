/** Makes hostile texts of combining characters, which the browser must compose before drawing. */
import { type Bomb, fill } from './fill';

/** The length of these texts in UTF-16 units, just below the limit of 100 KB for rendered text. */
const letters: [name: string, piece: string, length: number][] = [
  ['marks on one letter', '\u0301', 45_000],
  ['marks of two kinds', '\u0301\u0323', 45_000],
  ['enclosing marks', 'a\u20dd\u20dd\u20dd', 30_000],
  ['eight marks on each letter', `a${'\u0301'.repeat(8)}`, 50_000],
  ['joined pictures', '\u{1f468}\u200d', 30_000],
  ['joiners', '\u200d', 30_000],
  ['flags', '\u{1f1ef}', 50_000],
  ['Hangul that joins', '\u1100', 30_000],
  ['Devanagari that joins', '\u0915\u094d', 30_000],
  ['Arabic that joins', '\u0628', 45_000],
  ['Arabic that joins, as long as a line', '\u0628', 24_900],
  ['Arabic that joins, in lines', `${'\u0628'.repeat(5000)}\n`, 45_000],
  ['Arabic that joins, in words as long as they are drawn', `${'\u0628'.repeat(24)} `, 24_500],
  ['Arabic that joins, in short lines', `${'\u0628'.repeat(24)}\n`, 49_000],
  ['Mongolian that joins', '\u1820', 24_900],
  ['Tibetan stacks', '\u0f40\u0f90', 30_000],
  ['variation selectors', '\ufe0f', 30_000],
  ['turns of direction', '\u202e\u202d', 30_000],
  ['isolates of direction', '\u2066a', 30_000],
  ['tags', '\u{e0061}', 45_000],
  ['ideographic descriptions', '\u2ff0', 30_000],
  ['soft hyphens', 'a\u00ad', 45_000],
  ['no-break spaces', '\u00a0', 45_000],
];

export function letterBombs(): Bomb[] {
  return letters.flatMap(([name, piece, length]) => [
    { name: `letters: ${name}`, text: fill(piece, length) },
    { name: `letters: ${name}, in code`, text: `\`\`\`\n${fill(piece, length)}\n\`\`\`` },
  ]);
}
