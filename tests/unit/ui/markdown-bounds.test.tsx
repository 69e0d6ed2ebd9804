/** What a text may cost: beyond its bounds it is shown as it is written, and nothing honest is. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { extrasBombs } from '@tests/support/bombs/extras-bombs';
import { honestTexts } from '@tests/support/bombs/honest';
import { grownMarkdown } from '@tests/support/bombs/markdown-bombs';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { startDrawing } from '@/ui/markdown/markdown-drawing';
import { cutText } from '@/ui/markdown/markdown-pieces';
import { drawMarkdown } from '@/ui/markdown/markdown-render';

import { fetchAhead, show } from './support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

const notice = '長すぎるか複雑なため、ここは書かれたまま表示しています。';
const options = { isFuriganaShown: true, hasHeadingIds: true, idPrefix: 'x' };

/** Short enough for each line to be tried; at 100 KB they are drawn by a browser, at `npm run test:bombs`. */
const texts = [...grownMarkdown(2000), ...extrasBombs(2000)].map(({ name, text }) => [name, text]);

test.each(texts)('%s, however often, is answered, or the test ends by its limit', (_, text) => {
  // Takes a moment where the parser is linear; minutes where it is not.
  expect(() => [...drawMarkdown(text, options).draw()]).not.toThrow();
});

test.each([
  ['lists nested too deep', '- '.repeat(1000)],
  ['thousands of brackets', '['.repeat(8000)],
  ['emphasis nested too deep', '*a _b '.repeat(300) + ' b_ a*'.repeat(300)],
])('a text with %s is shown as it is, with a notice', async (_, text) => {
  const container = show(text);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 20_000 });

  expect(screen.getByRole('note').textContent).toBe(notice);
  expect(container.textContent).toBe(notice + text);
});

test('what cannot be laid out is shown as it is, and the rest of the text stands', async () => {
  const container = show(`# 前\n\n${'- '.repeat(1000)}x\n\n**後**`);

  await screen.findByText('後');
  expect(screen.getByRole('heading', { name: '前' })).toBeDefined();
  expect(screen.getAllByRole('note')).toHaveLength(1);
  expect(container.querySelector('strong')?.textContent).toBe('後');
});

test('of a text over 100 KB the beginning is laid out, the rest is shown as it is under one notice', async () => {
  const container = show(`**${'あ'.repeat(3000)}**\n\n`.repeat(15));
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 20_000 });

  expect(container.querySelectorAll('strong')).toHaveLength(11);
  expect(screen.getAllByRole('note')).toHaveLength(1);
  expect(container.textContent.match(/あ/g)).toHaveLength(45_000);
});

test('marks on one letter are kept as far as a script needs them', () => {
  expect(show(`e${'\u0301'.repeat(5000)}n`).textContent).toBe(`e${'\u0301'.repeat(8)}n`);
});

function plainParts(text: string): number[] {
  const lines: number[] = [];
  const report = { onPlain: (line: number) => lines.push(line), onFormula: () => undefined };
  for (const _slice of drawMarkdown(text, { ...options, report }).draw());
  return lines;
}

test.each([
  ['blocks of code in one piece', '```js\na\n```\n'.repeat(400)],
  ['letters in one line', 'あ'.repeat(26_000)],
  ['letters in one paragraph', `${'あ'.repeat(900)}\n`.repeat(30) + `${'a'.repeat(24_000)}`],
  ['cells in one table', `|a|b|c|d|\n|-|-|-|-|\n${'|a|b|c|d|\n'.repeat(1100)}`],
  ['items of a list with blank lines', '- a\n\n'.repeat(301)],
  ['paragraphs of a quote', '> a\n>\n'.repeat(301)],
  ['formulas in one table', `|a|b|\n|-|-|\n${'|$a$|$b$|\n'.repeat(250)}`],
])('too many %s are shown as they are', (_, text) => {
  expect(plainParts(`前\n\n${text}`)).toEqual([3]);
});

test.each([
  ['emphases in each other', '*a _b '.repeat(300) + ' b_ a*'.repeat(300)],
  ['emphases that end and have never begun', 'a* '.repeat(1000)],
  ['emphases of two kinds at a time', '_a*'.repeat(1000)],
])('a thousand %s are told to be too many without being parsed', (_, text) => {
  expect(cutText(text).map(({ isRefused }) => isRefused)).toEqual([true]);
});

test('a text of 20,000 letters is not even cut in the task that shows its page', async () => {
  let cuts = 0;
  const cut = () => {
    cuts += 1;
    return drawMarkdown('文です。', options);
  };
  const [short, long] = [startDrawing(19_999, cut), startDrawing(20_000, cut)];
  for (const drawing of [short, long]) drawing.drawFirst();
  const atFirst = [short.isDone(), long.isDone(), cuts];
  const stop = long.subscribe(() => undefined);
  await waitFor(() => expect(long.isDone()).toBe(true));
  stop();

  expect(atFirst).toEqual([true, false, 1]);
  expect([long.count(), long.slices().length]).toEqual([1, 1]);
});

test('a short text is cut in one task, and its first slice drawn in another', () => {
  const drawing = startDrawing(4, () => drawMarkdown('文です。', options));
  expect([drawing.count(), drawing.slices().length]).toEqual([1, 0]);
  drawing.drawFirst();
  drawing.drawFirst();
  expect([drawing.slices().length, drawing.isDone()]).toEqual([1, true]);
});

test('that a text was quickly cut does not say that its slices are quick: the first is drawn alone', async () => {
  const parts = Array.from({ length: 9 }, (_, turn) => ({
    turn,
    content: '文',
    isLast: turn === 8,
    hasFormula: false,
  }));
  const drawing = startDrawing(20_000, () => ({
    count: 9,
    draw: () => parts.values() as Generator<(typeof parts)[0], void>,
  }));
  const drawn: number[] = [];
  const stop = drawing.subscribe(() => drawn.push(drawing.slices().length));
  await waitFor(() => expect(drawn.length).toBeGreaterThan(1));
  stop();

  expect(drawn.slice(0, 2)).toEqual([0, 1]);
});

test('hundreds of names are read some at a time before the first slice, which knows all of them', async () => {
  const defined = Array.from({ length: 300 }, (_, turn) => `[n${turn}]: /to/${turn}`).join('\n');
  const text = `[最初][n0]と[最後][n299]です。\n\n${'文です。\n\n'.repeat(100)}${defined}`;
  const parts = [...drawMarkdown(text, options).draw()];
  show(text);

  expect(parts.findIndex((part) => part !== undefined)).toBe(5);
  expect((await screen.findByRole('link', { name: '最初' })).getAttribute('href')).toBe('/to/0');
  expect(screen.getByRole('link', { name: '最後' }).getAttribute('href')).toBe('/to/299');
});

test('the list of the notes grows by some at a time', async () => {
  const text = Array.from({ length: 60 }, (_, turn) => `文[^${turn}]\n\n[^${turn}]: 注${turn}。`).join('\n\n');
  const drawn = [...drawMarkdown(text, options).draw()];
  const container = show(text);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 20_000 });
  const notes = [...container.querySelectorAll('section > ol > li')].map(({ textContent }) => textContent);

  expect(drawn.filter((part) => part?.turn === drawn.at(-1)?.turn)).toHaveLength(3);
  expect(notes).toEqual(Array.from({ length: 60 }, (_, turn) => `注${turn}。 本文へ戻る`));
});

test('a note that is called more often than anybody calls one leads back to the first fifty', async () => {
  show(`${'文[^a]。\n\n'.repeat(60)}[^a]: 注`);

  expect(await screen.findAllByRole('link', { name: /^本文へ戻る/ })).toHaveLength(50);
  expect(screen.getAllByRole('link', { name: '1' })).toHaveLength(60);
});

test('blocks of code are drawn up to a thousand of a text', () => {
  expect(plainParts('```js\na\n```\n\n'.repeat(900))).toEqual([]);
  expect(plainParts('```js\na\n```\n\n'.repeat(1100))).toEqual([4001]);
});

test('a text of more lines than anybody writes is drawn up to there', () => {
  expect(plainParts('a\nb\nc\n\n'.repeat(1600))).toEqual([6001]);
});

test('the places of all parts are there from the start, so that no part has the others looked through anew', async () => {
  const container = show('**大切**な文です。\n\n'.repeat(200));
  const places = () => container.firstElementChild?.querySelectorAll(':scope > div:not([aria-busy])').length;
  const atFirst = places();
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 20_000 });

  expect(atFirst).toBeGreaterThan(3);
  expect(places()).toBe(atFirst);
});

test('a heading stands in the part of what follows it', async () => {
  const container = show(`${'あ'.repeat(4990)}\n\n## 見出し\n\n${'い'.repeat(100)}`);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 20_000 });

  expect(screen.getByRole('heading').nextElementSibling?.textContent).toBe('い'.repeat(100));
});

test('a long ordinary lesson is laid out', () => {
  const section =
    '## 見出し\n\n**大切**な`code`の{文章|ぶんしょう}です。[リンク](/x)もあります。\n\n- 項目\n  - 内側\n\n| a | b |\n| - | - |\n| `1` | 2 |\n\n```ts\nconst a = [1, 2];\n```\n\n';
  const text = section.repeat(300);

  expect(new TextEncoder().encode(text).length).toBeGreaterThan(56_000);
  expect(plainParts(text)).toEqual([]);
});

test.each(honestTexts)('%s is laid out', (_, text) => {
  expect(plainParts(text)).toEqual([]);
});
