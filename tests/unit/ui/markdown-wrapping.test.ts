/** Tests the style sheets' rules on spacing and line breaks in texts. */
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const folder = 'src/ui/markdown';
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const prose = readFileSync(`${folder}/elements/markdown.module.css`, 'utf8');
const ruleOf = (selector: string) => prose.slice(prose.indexOf(`${selector} {`)).split('}')[0];

test('no text has automatic spacing between digits and kanji, because some browsers then draw them over each other', () => {
  expect(ruleOf('.prose')).toContain('text-autospace: no-autospace;');
  expect(sheets.join('\n')).not.toMatch(/text-autospace: (?!no-autospace)/);
});

test('paragraphs avoid a last line of one letter, and titles have lines of equal length', () => {
  expect(readFileSync('src/ui/global.css', 'utf8')).toMatch(/^body \{[^}]*text-wrap: pretty;/m);
  expect(ruleOf('.prose :where(h2, h3, h4, h5, h6)')).toContain('text-wrap: balance;');
});
