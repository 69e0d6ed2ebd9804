/** Functions that run in the page and find elements there; they must not refer to anything outside themselves. */
import type * as library from '@testing-library/dom';

declare global {
  interface Window {
    TestingLibraryDom?: typeof library;
  }
}

/** A text to match: equal to it as a whole, or a pattern. */
export type Words = string | { source: string; flags: string };

/** An element, as a person would name it. */
export interface Target {
  by: 'role' | 'text' | 'label';
  /** The role of `by: 'role'`. */
  role?: string;
  /** The accessible name, the text or the label. */
  words?: Words;
  /** The element that contains it. */
  within?: Target;
  /** The index among several; without it there must be exactly one when it is clicked. */
  at?: number;
}

/** What a person perceives of an element. */
export interface Seen {
  text: string;
  value: string | null;
  checked: boolean;
  disabled: boolean;
  focused: boolean;
}

/** Finds the visible elements; returns an element, a list of what is seen, or `undefined` if the library is missing. */
export function findInPage({ target, wants }: { target: Target; wants: 'element' | 'list' }): unknown {
  const finder = window.TestingLibraryDom;
  if (!finder) return null;
  // Engines and libraries disagree on spaces between the parts of a name.
  const strip = (words: string) => words.replace(/\s/g, '');
  const pattern = (words: Words = { source: '', flags: '' }) =>
    typeof words === 'string'
      ? (found: string) => strip(found) === strip(words)
      : new RegExp(words.source, words.flags);
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  function findAll({ by, role = '', words, within, at }: Target): HTMLElement[] {
    const places = within ? findAll(within) : [document.body];
    const matcher = pattern(words);
    const found = places.flatMap((place) => {
      if (by === 'role') return finder?.queryAllByRole(place, role, words === undefined ? {} : { name: matcher }) ?? [];
      return (by === 'text' ? finder?.queryAllByText : finder?.queryAllByLabelText)?.(place, matcher) ?? [];
    });
    const visible = found.filter(isVisible);
    return at === undefined ? visible : visible.slice(at, at === -1 ? undefined : at + 1);
  }
  const found = findAll(target);
  if (wants === 'element') {
    if (found.length !== 1) throw new Error(`${found.length} elements: ${JSON.stringify(target)}`);
    found[0]?.scrollIntoView({ block: 'center' });
    return found[0];
  }
  return found.map((element) => ({
    text: element.innerText.replace(/\s+/g, ' ').trim(),
    value: (element as HTMLInputElement).value ?? null,
    checked: (element as HTMLInputElement).checked || element.getAttribute('aria-checked') === 'true',
    disabled: (element as HTMLInputElement).disabled === true || element.getAttribute('aria-disabled') === 'true',
    focused: element === document.activeElement,
  }));
}

/** Finds a file field by its label, also a hidden one. */
export function findFileField(label: string): Element {
  const field = document.querySelector(`input[type="file"][aria-label="${label}"]`);
  if (!field) throw new Error(`No file field: ${label}`);
  return field;
}

/**
 * Replaces the text of the field that has the focus, with the events of typing. Playwright types no Japanese in
 * Firefox.
 */
export function typeInPage(text: string): void {
  document.execCommand('selectAll');
  document.execCommand('insertText', false, text);
}

/** Chooses an option of a `<select>`, without the engine's own popup. */
export function selectInPage({ label, words }: { label: string; words: string }): void {
  const lists = [...document.querySelectorAll('select')];
  const list = lists.find(({ labels }) => [...labels].some(({ textContent }) => textContent === label));
  const option = [...(list?.options ?? [])].find((each) => each.text === words);
  if (!list || !option) throw new Error(`No option ${words} of ${label}`);
  list.value = option.value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Inserts text at the caret, with the events of typing. */
export function insertInPage(text: string): void {
  document.execCommand('insertText', false, text);
}
