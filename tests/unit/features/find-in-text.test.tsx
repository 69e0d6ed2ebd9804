/** Tests find-in-lesson: it finds in the rendered lesson exactly what the search index has. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { findInText, useFindInText } from '@/features/lessons/find/LessonFind';
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
  ['lines with line breaks', '残留\\\nリスク long\\\nline'],
  ['a formula', '値は$\\sqrt{2}$です'],
  ['a display formula', '$$\nx^2 + y^2\n$$'],
  ['a picture by its description', '![図の説明](content:a)'],
  ['text on both sides of an external link', '前に[詳しく](https://example.com)は'],
])('fault: the search finds %s, and so does find-in-lesson', async (_, text) => {
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
  ['a definition', '**用**語\n: 意味の`説明`\n続き', ['用語', '意味の説明 続き']],
  ['a callout’s title', ':::details 設定例\n中身\n:::', ['設定例', '中身']],
  ['ruby in HTML', '<ruby>情報<rt>じょうほう</rt></ruby>量', ['情報量']],
])('fault: the search finds words in and beside %s, and find-in-lesson finds them too', (_, text, lines) => {
  const container = show(text);
  expect(blocksOf(text)).toEqual(lines);
  expect(lines.map((line) => find(container, `"${line}"`).length)).toEqual(lines.map(() => 1));
});

test('fault: a search word spans two adjacent furigana readings → it is found, as in the search index', () => {
  const container = show('{情報|じょうほう}{量|りょう}は大切です。{情報|じょうほう}の{量|りょう}。');
  expect(find(container, 'じょうほうりょう')).toHaveLength(1);
});

test('fault: HTML ruby has a reading for each letter → the whole word is found by its joined readings', () => {
  const container = show('<ruby>情<rt>じょう</rt>報<rt>ほう</rt></ruby>は大切です。');
  expect(find(container, 'じょうほう')).toHaveLength(1);
});

test('fault: a furigana reading above an invisible letter → the reading is not found as a hit', () => {
  expect(find(show('{　|かな}と書く'), 'かな')).toEqual([]);
});

test("fault: the lesson's title and its text both contain the word → find-in-lesson scrolls to the hit in the text", () => {
  document.body.innerHTML = '<article><h1>鍵の話</h1><p>鍵を持つ</p></article>';
  expect(findInText(document.body, '鍵')).toMatchObject({ ranges: { length: 2 }, best: 1 });
  expect(findInText(document.body, '話').best).toBe(0);
});

test('fault: the lesson does not contain the searched words → find-in-lesson has no hits', () => {
  expect(find(show('情報量'.repeat(100)), '無い')).toEqual([]);
  expect(foldWithPlaces).not.toHaveBeenCalled();
});

test('fault: a hit inside nested collapsed parts expands them', async () => {
  document.body.innerHTML = `<main><article><details id="outer"><summary>外</summary>
    <details id="inner"><summary>内</summary><p>見つかる</p></details></details></article></main>`;
  renderHook(() => useFindInText('見つかる'));

  await waitFor(() =>
    expect([...document.querySelectorAll('details[open]')].map(({ id }) => id)).toEqual(['outer', 'inner']),
  );
  document.body.replaceChildren();
});

test('a hit in an image scrolls to its paragraph, not to the whole lesson', async () => {
  document.body.innerHTML = '<main><article><p><img alt="図の説明"></p></article></main>';
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderHook(() => useFindInText('図の説明'));

  await waitFor(() => expect(shown).toHaveBeenCalled());
  expect(shown.mock.contexts[0]).toHaveProperty('localName', 'p');
  document.body.replaceChildren();
});

test('fault: going to the next hit when there is only one scrolls to it again', async () => {
  document.body.innerHTML = '<main><article><p>見つかる</p></article></main>';
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockClear();
  const { result } = renderHook(() => useFindInText('見つかる'));
  await waitFor(() => expect(shown).toHaveBeenCalled());
  // The test scrolls away first, so that only the step to the next hit can scroll back to the hit.
  window.dispatchEvent(new Event('wheel'));
  shown.mockClear();

  act(() => result.current.step(1));

  expect(shown).toHaveBeenCalledOnce();
  document.body.replaceChildren();
});

test.each([
  [5000, 5010 - innerHeight / 2],
  [innerHeight / 2, undefined],
])('fault: a hit in code taller than the window scrolls to its line: from %s', async (top, scrolled) => {
  document.body.innerHTML = '<main><article><pre>見つかる</pre></article></main>';
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 50, 20));
  const scroll = vi.spyOn(window, 'scrollBy').mockReset().mockReturnValue(undefined);
  const { result } = renderHook(() => useFindInText('見つかる'));

  await waitFor(() => expect(result.current.count).toBe(1));

  expect(scroll.mock.lastCall?.at(1)).toBe(scrolled);
  document.body.replaceChildren();
});
