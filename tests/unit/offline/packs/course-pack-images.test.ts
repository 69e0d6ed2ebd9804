/** Tests finding the images in a Markdown text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { growthOf } from '@tests/support/time-growth';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';

import { findImages } from '@/offline/packs/course-pack-images';

describe('images are found', () => {
  test.each([
    ['with a size', '![図](content:a-1#1200x675)', ['content:a-1']],
    ['with a title', '![図](content:a "題")', ['content:a']],
    ['in angle brackets', '![図](<content:a>)', ['content:a']],
    ['with brackets in the words', '![図[1]](content:a)', ['content:a']],
    ['on one line', '![](content:a)と![](content:b)', ['content:a', 'content:b']],
    [
      'in a list, a quote and a table',
      '- ![](content:a)\n\n> ![](content:b)\n\n| ![](content:c) |',
      ['content:a', 'content:b', 'content:c'],
    ],
    ['by name', '![図][Fig A]\n\n[fig a]: content:a#3x4', ['content:a']],
    [
      'by their own name',
      '![fig][] ![other]\n\n[fig]: content:a\n[other]: /files/b.png',
      ['content:a', '/files/b.png'],
    ],
    ['in HTML', '<p><img alt="図" src="content:a"> <IMG src=./b.png width=3>', ['content:a', './b.png']],
    ['with a size in the words', '![図|250](content:a)', ['content:a']],
    ['by a file’s name, as in Obsidian', '![[図 1.png|300]]と![[音.m4a]]', ['図%201.png']],
    ['once', '![](content:a) ![](content:a#3x4)', ['content:a']],
  ])('an image is found %s', (_, text, found) => expect(findImages(text)).toEqual(found));
});

describe('no image is found in', () => {
  test.each([
    ['code', '```md\n![](content:a)\n```\n\n~~~\n![](content:b)\n~~~'],
    ['code that begins with its list', '1. ```md\n   ![](content:a)\n   ```\n\n終'],
    ['a code span', 'Write `![](content:a)` or ``![](content:`b)``'],
    ['a link', '[図](content:a)'],
    ['HTML in code', '`<img src="content:a">`'],
    ['a name without an address', '![図][nowhere]'],
  ])('no image is found in %s', (_, text) => expect(findImages(text)).toEqual([]));
});

test.each([
  '![',
  '![[',
  '`',
  '``a`',
  '![a](',
  '![a](\\(',
  '![a]((',
  '[a]: ',
  '[a]:\n',
  '![a][',
  '```\n',
  '`\n',
  '` \n \n',
  '\\',
  '<img ',
  '<img src="',
])(
  'the search time of a hostile text of repeated %j grows linearly, not with the square of its length',
  async (piece) => {
    expect(await growthOf(findImages, piece, 32)).toBeLessThan(32);
  },
);

/** Returns the image URLs that the page's parser finds in a text. */
function parsedImages(text: string): string[] {
  const images: Nodes[] = [];
  const urls = new Map<string, string>();
  const visit = (node: Nodes) => {
    if (node.type === 'image' || node.type === 'imageReference') images.push(node);
    if (node.type === 'definition') urls.set(node.identifier, node.url);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text));
  const found = images.flatMap((node) =>
    node.type === 'image' ? [node.url] : node.type === 'imageReference' ? (urls.get(node.identifier) ?? []) : [],
  );
  return [...new Set(found.map((url) => url.replace(/#\d+x\d+$/, '')))];
}

describe('every image that the parser finds is found', () => {
  test.each([
    ['after code in a line that begins with three backticks', '```SELECT *``` は全列です。\n\n![図](content:a)'],
    ['after crossed-out words at the beginning of a line', '~~~取り消し~~~\n~~~\n\n![図](content:a)'],
    ['between escaped backticks', '\\`を打つ ![図](content:a) \\`を打つ'],
    ['after code over two lines', '`a\nb` ![図](content:a) `c`'],
    ['between backticks of two paragraphs', 'a ` b\n\n![図](content:a) ` c'],
    ['after a backtick alone', '` 単独 ![図](content:a) と `` 別'],
    ['with brackets in the address', '![図](/files/fig(1).png)'],
    ['with an entity in the address', '![図](https://h.example/a.png?x=1&amp;y=2)'],
    ['with an escaped character in the address', '![図](/files/a\\_b.png)'],
    ['with a space in the address', '![図](</files/a b.png>)'],
    ['with the address on a line of its own', '![図](\ncontent:a\n)'],
    ['with long words', `![${'あ'.repeat(301)}](content:a)`],
    ['with code in the words', '![`]`](content:a)'],
    ['in a link', '[![図](content:a)](content:b)'],
    ['named, the address on the next line', '![図][a]\n\n[a]:\n  content:a'],
    ['named in a quote', '> ![図][a]\n>\n> [a]: content:a'],
    ['named in a list', '- ![図][a]\n\n  [a]: content:a'],
    ['in a list with a backtick that is never closed', '- `a を打つ\n- ![図](content:a)\n- `b` を打つ'],
    ['below a heading with a backtick', '## ` とは\n![図](content:a)\n`b` を打つ'],
    ['in a quote after code over two lines', '> `a\n> b` ![図](content:a) `c`'],
    ['after a longer fence', '````\n```\n````\n![図](content:a)'],
    ['after a fence with other words in it', '```\n``` x\n```\n![図](content:a)'],
    ['after a fence in a list', '- a\n    ```\n    x\n    ```\n\n![図](content:a)'],
    ['after a fence that begins with its list', '- ```js\n  x\n  ```\n\n![図](content:a)'],
    ['after a fence that begins with its numbered list', '10. ```js\n    x\n    ```\n\n![図](content:a)'],
    ['after a fence that begins with a list in a list', '- 1. ~~~\n     x\n     ~~~\n\n![図](content:a)'],
    ['after a fence that ends with its list', '- ```js\n  x\n\n![図](content:a)'],
    ['after a fence whose next line is not indented enough', '1. ```js\n  ![図](content:a)'],
    ['after lines that end as on Windows', '```\r\nx\r\n```\r\n![図](content:a)'],
  ])('an image that the parser finds is found %s', (_, text) => {
    expect(parsedImages(text)).not.toEqual([]);
    expect(findImages(text)).toEqual(expect.arrayContaining(parsedImages(text)));
  });
});

test('`findImages` finds the same images in the demo courses as the markdown parser', () => {
  const root = 'server/demo/courses';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  let count = 0;
  for (const name of files) {
    const text = readFileSync(join(root, name), 'utf8');
    const parsed = parsedImages(text);
    expect(findImages(text), name).toEqual(parsed);
    count += parsed.length;
  }
  expect(count).toBeGreaterThan(5);
});
