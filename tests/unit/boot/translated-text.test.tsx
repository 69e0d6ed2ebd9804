/**
 * Tests that React renders, updates, moves and removes texts that a page translator has replaced, in every way in which
 * translators replace them.
 */
import { render, waitFor } from '@testing-library/react';
import { Fragment, type ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { guardTranslatedText } from '@/boot/translated-text';

beforeAll(guardTranslatedText);
afterEach(() => document.body.replaceChildren());

function makeFont(text: Text): HTMLElement {
  const font = document.createElement('font');
  font.append(`[T] ${text.data}`);
  return font;
}

/** The ways in which a page translator puts its element in the place of a text. */
const ways: Record<string, (text: Text) => void> = {
  'replaces it': (text) => text.replaceWith(makeFont(text)),
  'inserts its element before the text and removes the text': (text) => {
    text.before(makeFont(text));
    text.remove();
  },
  'inserts its element after the text and removes the text': (text) => {
    text.after(makeFont(text));
    text.remove();
  },
  'moves the text into its element': (text) => {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  },
  'translates a second time': (text) => {
    const font = makeFont(text);
    text.replaceWith(font);
    font.replaceWith(makeFont(text));
  },
};

function findTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/**
 * Renders content, lets the translator replace its texts, and renders the second content. @returns the second
 * rendering's words without the translator's mark
 */
async function renderTranslated(first: ReactNode, second: ReactNode, replace: (text: Text) => void): Promise<string> {
  const { container, rerender } = render(first);
  for (const text of findTexts(container)) replace(text);
  // Waits, because jsdom reports changes to a removed text only after observers know that the text was removed.
  await Promise.resolve();
  rerender(second);
  await Promise.resolve();
  return (container.textContent ?? '').replaceAll('[T] ', '');
}

const bold = <b>済</b>;
interface Change {
  first: ReactNode;
  second: ReactNode;
  /** The expected words of the second rendering. */
  words: string;
}

const listed = (words: string[]) => words.map((word) => <Fragment key={word}>{word}</Fragment>);

const changes: Record<string, Change> = {
  'removes the text': {
    first: <p>あ{bold}い</p>,
    second: (
      <p>
        {null}
        {bold}い
      </p>
    ),
    words: '済い',
  },
  'inserts an element before the text': { first: <p>{null}あ</p>, second: <p>{bold}あ</p>, words: '済あ' },
  'swaps the element before the text': {
    first: (
      <p>
        <i>1</i>あ
      </p>
    ),
    second: (
      <p>
        <b>2</b>あ
      </p>
    ),
    words: '2あ',
  },
  'changes one of several texts': {
    first: (
      <p>
        {1} / {5} 問
      </p>
    ),
    second: (
      <p>
        {2} / {5} 問
      </p>
    ),
    words: '2 / 5 問',
  },
  'changes the only text': { first: <p>あ</p>, second: <p>い</p>, words: 'い' },
  'replaces the text by an element': { first: <p>あ{'い'}</p>, second: <p>あ{bold}</p>, words: 'あ済' },
  'replaces one text by several': { first: <p>あ</p>, second: <p>い{bold}う</p>, words: 'い済う' },
  'moves texts': {
    first: <p>{listed(['あ', 'い', 'う'])}</p>,
    second: <p>{listed(['う', 'い', 'あ'])}</p>,
    words: 'ういあ',
  },
  'removes what is around the text': {
    first: (
      <div>
        <p>あ{'い'}</p>
      </div>
    ),
    second: <div>{null}</div>,
    words: '',
  },
};

test.each(
  Object.entries(ways).flatMap(([way, replace]) =>
    Object.entries(changes).map(([change, rendered]) => ({ way, replace, change, ...rendered })),
  ),
)('React $change after a translator $way', async ({ replace, first, second, words }) => {
  expect(await renderTranslated(first, second, replace)).toBe(words);
});

test('React continues to update a text after the page translator has restored the original', async () => {
  const { container, rerender } = render(
    <p>
      {1} / {5}
    </p>,
  );
  const originals = findTexts(container);
  const fonts = originals.map(makeFont);
  originals.forEach((text, index) => text.replaceWith(fonts[index] ?? ''));
  await Promise.resolve();
  fonts.forEach((font, index) => font.replaceWith(originals[index] ?? ''));
  await Promise.resolve();
  expect(container.textContent).toBe('1 / 5');
  rerender(
    <p>
      {bold}
      {2} / {5}
    </p>,
  );
  await waitFor(() => expect(container.textContent).toBe('済2 / 5'));
});

test('React removes a text that a page translator has deleted without a replacement', async () => {
  expect(await renderTranslated(<p>あ{'い'}</p>, <p>あ</p>, (text) => text.remove())).not.toContain('い');
});

test('removing an element from a parent that does not contain it still throws', () => {
  const [parent, child] = [document.createElement('p'), document.createElement('b')];
  expect(() => parent.removeChild(child)).toThrow();
  expect(() => parent.insertBefore(document.createElement('i'), child)).toThrow();
});
