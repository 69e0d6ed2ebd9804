/** What is looked for in a lesson as it is drawn: all that the search knows of it, and nothing else. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { findInText } from '@/features/lessons/find/find-in-text';
import { useFindInText } from '@/features/lessons/find/use-find-in-text';
import { foldWithPlaces } from '@/lib/search-text';
import { readWords } from '@/ui/markdown/markdown-words';
import { Picture } from '@/ui/Picture';

import { fetchAhead, show } from '../ui/support/show-markdown';

vi.mock('@/lib/search-text', { spy: true });

beforeAll(fetchAhead);
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function blocksOf(text: string): string[] {
  const reading = readWords(text);
  let next = reading.next();
  while (!next.done) next = reading.next();
  return next.value.blocks.map((block) => block.text);
}
const find = (container: Element, query: string) => findInText(container, query).ranges.map(String);

test.each([
  ['lines that are broken', '残留\\\nリスク long\\\nline'],
  ['a formula', '値は$\\sqrt{2}$です'],
  ['a formula on lines of its own', '$$\nx^2 + y^2\n$$'],
  ['a picture by its description', '![図の説明](content:a)'],
  ['what stands on both sides of a link out of the app', '前に[詳しく](https://example.com)は'],
])('fault: the search finds %s, and so does the lesson', async (_, text) => {
  const container = show(text, {
    Image: ({ alt }) => (
      <MantineProvider>
        <Picture url="/a.png" alt={alt} />
      </MantineProvider>
    ),
  });
  const queries = blocksOf(text).map((block) => `"${block}"`);
  expect(queries).toHaveLength(1);

  await waitFor(() => expect(queries.map((query) => find(container, query).length)).toEqual([1]));
});

test.each([
  ['a footnote', '本文[^1]の続き\n\n[^1]: 脚注の中身', ['本文の続き', '脚注の中身']],
  ['a link by name', '[詳しく][a]は別\n\n[a]: /b', ['詳しくは別']],
  ['what a definition explains', '**用**語\n: 意味の`説明`\n続き', ['用語', '意味の説明 続き']],
  ['a callout’s title', ':::details 設定例\n中身\n:::', ['設定例', '中身']],
  ['ruby in HTML', '<ruby>情報<rt>じょうほう</rt></ruby>量', ['情報量']],
])('fault: the search finds words of and beside %s, and so does the lesson', (_, text, lines) => {
  const container = show(text);
  expect(blocksOf(text)).toEqual(lines);
  expect(lines.map((line) => find(container, `"${line}"`).length)).toEqual(lines.map(() => 1));
});

test('fault: readings that stand side by side are one, as in the search', () => {
  const container = show('{情報|じょうほう}{量|りょう}は大切です。{情報|じょうほう}の{量|りょう}。');
  expect(find(container, 'じょうほうりょう')).toHaveLength(1);
});

test('fault: readings of ruby in HTML are those of all its letters, as in the search', () => {
  const container = show('<ruby>情<rt>じょう</rt>報<rt>ほう</rt></ruby>は大切です。');
  expect(find(container, 'じょうほう')).toHaveLength(1);
});

test('fault: a reading above letters that are not seen is not found everywhere', () => {
  expect(find(show('{　|かな}と書く'), 'かな')).toEqual([]);
});

test('fault: a hit in the text comes into view, not the title that has one of its words', () => {
  document.body.innerHTML = '<article><h1>鍵の話</h1><p>鍵を持つ</p></article>';
  expect(findInText(document.body, '鍵')).toMatchObject({ ranges: { length: 2 }, best: 1 });
  expect(findInText(document.body, '話').best).toBe(0);
});

test('fault: of a text without the words no places are noted', () => {
  expect(find(show('情報量'.repeat(100)), '無い')).toEqual([]);
  expect(foldWithPlaces).not.toHaveBeenCalled();
});

test('fault: what is found within folded parts, one in another, is unfolded', async () => {
  document.body.innerHTML = `<main><article><details id="outer"><summary>外</summary>
    <details id="inner"><summary>内</summary><p>見つかる</p></details></details></article></main>`;
  renderHook(() => useFindInText('見つかる'));

  await waitFor(() =>
    expect([...document.querySelectorAll('details[open]')].map(({ id }) => id)).toEqual(['outer', 'inner']),
  );
  document.body.replaceChildren();
});

test('what is drawn comes into view by what it stands in, not by all of the lesson', async () => {
  document.body.innerHTML = '<main><article><p><img alt="図の説明"></p></article></main>';
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderHook(() => useFindInText('図の説明'));

  await waitFor(() => expect(shown).toHaveBeenCalled());
  expect(shown.mock.contexts[0]).toHaveProperty('localName', 'p');
  document.body.replaceChildren();
});

test('fault: going on from the only one brings it back into view', async () => {
  document.body.innerHTML = '<main><article><p>見つかる</p></article></main>';
  const { result } = renderHook(() => useFindInText('見つかる'));
  await waitFor(() => expect(result.current.count).toBe(1));
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockClear();

  act(() => result.current.step(1));

  expect(shown).toHaveBeenCalledOnce();
  document.body.replaceChildren();
});

test.each([
  [5000, 5010 - innerHeight / 2],
  [innerHeight / 2, undefined],
])('fault: in code that is higher than the window its line comes into view: from %s', async (top, scrolled) => {
  document.body.innerHTML = '<main><article><pre>見つかる</pre></article></main>';
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 50, 20));
  const scroll = vi.spyOn(window, 'scrollBy').mockReset().mockReturnValue(undefined);
  const { result } = renderHook(() => useFindInText('見つかる'));

  await waitFor(() => expect(result.current.count).toBe(1));

  expect(scroll.mock.lastCall?.at(1)).toBe(scrolled);
  document.body.replaceChildren();
});
