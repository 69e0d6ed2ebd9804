/** Makes hostile texts of HTML, callouts, definitions and marked code, nested, multiplied and repeated. */
import { type Bomb, fill, FULL } from './fill';

const pieces = [
  '<b>',
  '</b>',
  '<b>a</b>',
  '<b><i>',
  '<details>\n',
  '<details>\n\n',
  '</details>\n\n',
  '<div>\n\na\n\n',
  '<p>a',
  '<a href="/b">a',
  '<a id="b">a</a>\n\n',
  '<ruby>a<rt>b</ruby>',
  '<img src="content:a"> ',
  '<!-- ',
  '<b a="',
  '<b a=b ',
  '<br>',
  '<',
  '</',
  ':::tip\n',
  ':::tip\na\n:::\n',
  ':::\n',
  '> [!NOTE]\n',
  '> [!NOTE]\n> a\n\n',
  'a\n: b\n',
  ': b\n',
  'a\n\n: b\n\n',
  '```js {1-1000}\na\n```\n\n',
  '```a:b\n',
  '# a {#b}\n',
  '/// a\n',
  '!!! note\n',
  '    !!! a\n',
  '!!! a "b"\n    ',
  '- :::a\n',
  '\\[\n',
  '\\[ a\n',
  '\\(a',
  '1$字',
  '$1字',
  '![a](b =',
  '](',
  '@[a](',
  '{{#include ',
  '{* a ',
  '<!--\nauthor: a\n-->\n[(X)] a\n{{1}}\n',
  '## a\n[b](#c)\n\n',
  'a\n---\n',
];

const shaped: [name: string, text: string][] = [
  ['tags in tags', fill('<b><i>', FULL / 2) + fill('</i></b>', FULL / 2)],
  ['90 tags in each other, in each paragraph', `${'<b>'.repeat(90)}a${'</b>'.repeat(90)}\n\n`.repeat(100)],
  ['folds in folds', fill('<details>\n\n', FULL / 2) + fill('</details>\n\n', FULL / 2)],
  ['one fold around all', `<details>\n\n${fill('a *b* `c`\n\n', FULL)}</details>`],
  ['one callout around all', `:::tip\n${fill('a *b* `c`\n\n', FULL)}:::`],
  ['one block of HTML', `<div>\n${fill('<b>a</b> <i>b</i>\n', FULL)}</div>`],
  ['callouts in callouts', `${fill(':::tip\n', 300)}a\n${fill(':::\n', 300)}`],
  ['many marks', `\`\`\`js {${fill('1-3,', 200)}}\n${fill('a\n', 5000)}\`\`\`\n\n`.repeat(20)],
];

/** Hostile texts by name. */
export function extrasBombs(size = FULL): Bomb[] {
  const repeated = pieces.map((piece) => ({
    name: `extras: ${JSON.stringify(piece)} repeated`,
    text: fill(piece, size),
  }));
  return [...repeated, ...shaped.map(([name, text]) => ({ name: `extras: ${name}`, text }))];
}
