/**
 * Tests the limits on the cost of rendering a text: beyond them its source is shown; ordinary texts stay below them.
 */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { extrasBombs } from '@tests/support/bombs/extras-bombs';
import { honestTexts } from '@tests/support/bombs/honest';
import { grownMarkdown } from '@tests/support/bombs/markdown-bombs';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { cutText } from '@/ui/markdown/cut/pieces';
import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';
import { startDrawing } from '@/ui/markdown/draw/draw-slices';

import { fetchAhead, show } from './support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

const notice = '長すぎるか複雑なため、ここは書かれたまま表示しています。';
const options = { isFuriganaShown: true, hasHeadingIds: true, idPrefix: 'x' };

/** 2,000 repetitions are short enough to try each kind; the browser renders 100 KB of each in `npm run test:bombs`. */
const texts = [...grownMarkdown(2000), ...extrasBombs(2000)].map(({ name, text }) => [name, text]);

test.each(texts)("%s, repeated many times, is rendered within the test's time limit", (_, text) => {
  // The parse takes a moment if the parser is linear, minutes if it is not.
  expect(() => [...drawMarkdown(text, options).draw()]).not.toThrow();
});

test.each([
  ['too deeply nested lists', '- '.repeat(1000)],
  ['thousands of brackets', '['.repeat(8000)],
  ['too deeply nested emphases', '*a _b '.repeat(300) + ' b_ a*'.repeat(300)],
])('a text with %s is shown as its source, with a notice', async (_, text) => {
  const container = show(text);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());

  expect(screen.getByRole('note').textContent).toBe(notice);
  expect(container.textContent).toBe(notice + text);
});

test('a part of a text that cannot be rendered is shown as its source, and the rest of the text is rendered', async () => {
  const container = show(`# 前\n\n${'- '.repeat(1000)}x\n\n**後**`);

  await screen.findByText('後');
  expect(screen.getByRole('heading', { name: '前' })).toBeDefined();
  expect(screen.getAllByRole('note')).toHaveLength(1);
  expect(container.querySelector('strong')?.textContent).toBe('後');
});

test('a text over 100 KB is rendered up to that limit, and the rest is shown as its source under one notice', async () => {
  const container = show(`**${'あ'.repeat(3000)}**\n\n`.repeat(15));
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());

  expect(container.querySelectorAll('strong')).toHaveLength(11);
  expect(screen.getAllByRole('note')).toHaveLength(1);
  expect(container.textContent.match(/あ/g)).toHaveLength(45_000);
});

test('at most eight combining marks are kept on one letter', () => {
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
])('too many %s are shown as source', (_, text) => {
  expect(plainParts(`前\n\n${text}`)).toEqual([3]);
});

test.each([
  ['nested emphases', '*a _b '.repeat(300) + ' b_ a*'.repeat(300)],
  ['emphases that are closed but never opened', 'a* '.repeat(1000)],
  ['interleaved emphases of two kinds', '_a*'.repeat(1000)],
])('a thousand %s are rejected without being parsed', (_, text) => {
  expect(cutText(text).map(({ isRefused }) => isRefused)).toEqual([true]);
});

test('a text of 20,000 letters is cut into pieces in a later task than the one that renders its page', async () => {
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

test('a short text is cut into pieces in one task, and its first slice is rendered in another', () => {
  const drawing = startDrawing(4, () => drawMarkdown('文です。', options));
  expect([drawing.count(), drawing.slices().length]).toEqual([1, 0]);
  drawing.drawFirst();
  drawing.drawFirst();
  expect([drawing.slices().length, drawing.isDone()]).toEqual([1, true]);
});

test('the first slice of a text is rendered alone, before the others, even when the text was cut quickly', async () => {
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

test('hundreds of link definitions are read in batches before the first slice is rendered, which can use all of them', async () => {
  const defined = Array.from({ length: 300 }, (_, turn) => `[n${turn}]: /to/${turn}`).join('\n');
  const text = `[最初][n0]と[最後][n299]です。\n\n${'文です。\n\n'.repeat(100)}${defined}`;
  const parts = [...drawMarkdown(text, options).draw()];
  show(text);

  expect(parts.findIndex((part) => part !== undefined)).toBe(5);
  expect((await screen.findByRole('link', { name: '最初' })).getAttribute('href')).toBe('/to/0');
  expect(screen.getByRole('link', { name: '最後' }).getAttribute('href')).toBe('/to/299');
});

test("a text's list of footnotes is rendered in growing batches", async () => {
  const text = Array.from({ length: 60 }, (_, turn) => `文[^${turn}]\n\n[^${turn}]: 注${turn}。`).join('\n\n');
  const drawn = [...drawMarkdown(text, options).draw()];
  const container = show(text);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());
  const notes = [...container.querySelectorAll('section > ol > li')].map(({ textContent }) => textContent);

  expect(drawn.filter((part) => part?.turn === drawn.at(-1)?.turn)).toHaveLength(3);
  expect(notes).toEqual(Array.from({ length: 60 }, (_, turn) => `注${turn}。 本文へ戻る`));
});

test('a footnote with 60 references links back to the first fifty', async () => {
  show(`${'文[^a]。\n\n'.repeat(60)}[^a]: 注`);

  expect(await screen.findAllByRole('link', { name: /^本文へ戻る/ })).toHaveLength(50);
  expect(screen.getAllByRole('link', { name: '1' })).toHaveLength(60);
});

test('code blocks of a text beyond the first thousand are shown as source', () => {
  expect(plainParts('```js\na\n```\n\n'.repeat(900))).toEqual([]);
  expect(plainParts('```js\na\n```\n\n'.repeat(1100))).toEqual([4001]);
});

test('a text of too many lines is rendered up to line 6,000', () => {
  expect(plainParts('a\nb\nc\n\n'.repeat(1600))).toEqual([6001]);
});

test('the containers of all slices of a text exist from the start, so that adding one does not restyle the others', async () => {
  const container = show('**大切**な文です。\n\n'.repeat(200));
  const places = () => container.firstElementChild?.querySelectorAll(':scope > div:not([aria-busy])').length;
  const atFirst = places();
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());

  expect(atFirst).toBeGreaterThan(3);
  expect(places()).toBe(atFirst);
});

test('a heading is rendered in the same slice as the text after it', async () => {
  const container = show(`${'あ'.repeat(4990)}\n\n## 見出し\n\n${'い'.repeat(100)}`);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());

  expect(screen.getByRole('heading').nextElementSibling?.textContent).toBe('い'.repeat(100));
});

test('a long ordinary lesson is rendered completely', () => {
  const section =
    '## 見出し\n\n**大切**な`code`の{文章|ぶんしょう}です。[リンク](/x)もあります。\n\n- 項目\n  - 内側\n\n| a | b |\n| - | - |\n| `1` | 2 |\n\n```ts\nconst a = [1, 2];\n```\n\n';
  const text = section.repeat(300);

  expect(new TextEncoder().encode(text).length).toBeGreaterThan(56_000);
  expect(plainParts(text)).toEqual([]);
});

test.each(honestTexts)('the text %s is rendered completely', (_, text) => {
  expect(plainParts(text)).toEqual([]);
});
