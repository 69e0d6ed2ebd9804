/** Which images a text shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
    ['once', '![](content:a) ![](content:a#3x4)', ['content:a']],
  ])('%s', (_, text, found) => expect(findImages(text)).toEqual(found));
});

describe('no image is', () => {
  test.each([
    ['code', '```md\n![](content:a)\n```\n\n~~~\n![](content:b)\n~~~'],
    ['a code span', 'Write `![](content:a)` or ``![](content:`b)``'],
    ['a link', '[図](content:a)'],
    ['HTML in code', '`<img src="content:a">`'],
    ['a name without an address', '![図][nowhere]'],
  ])('%s', (_, text) => expect(findImages(text)).toEqual([]));
});

/** How long it takes to look through a text, in ms. */
function timeOf(text: string): number {
  const startedAt = performance.now();
  findImages(text);
  return performance.now() - startedAt;
}

/** How much more the one costs: of the quickest of several times each, for the machine has more to do. */
function ratioOf(long: string, short: string, enough: number): number {
  let [longest, shortest] = [timeOf(long), timeOf(short)];
  for (let turn = 0; turn < 100 && longest / shortest >= enough; turn += 1) {
    longest = Math.min(longest, timeOf(long));
    shortest = Math.min(shortest, timeOf(short));
  }
  return longest / shortest;
}

test.each(['![', '![[', '`', '``a`', '![a](', '[a]: ', '![a][', '```\n', '\\', '<img ', '<img src="'])(
  'a hostile text of %j over and over costs as much more as it is longer, and not the square of that',
  (piece) => {
    const [long, short] = [64_000, 8000].map((length) => piece.repeat(length / piece.length));
    // 8 times as much for what grows with the text, 64 times for its square.
    expect(ratioOf(long ?? '', short ?? '', 32)).toBeLessThan(32);
  },
);

function imagesIn(node: Nodes): string[] {
  if (node.type === 'image') return [node.url];
  return 'children' in node ? node.children.flatMap(imagesIn) : [];
}

test('the demo courses show the images that the parser finds', () => {
  const root = 'server/demo/courses';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  let count = 0;
  for (const name of files) {
    const text = readFileSync(join(root, name), 'utf8');
    const parsed = imagesIn(fromMarkdown(text)).map((url) => url.replace(/#\d+x\d+$/, ''));
    expect(findImages(text), name).toEqual([...new Set(parsed)]);
    count += parsed.length;
  }
  expect(count).toBeGreaterThan(5);
});
