// @vitest-environment jsdom
/** Tests where the focus goes when the focused element is removed or disabled for a while. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { watchFocus } from '@/features/shell/use-kept-focus';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <main><h1>題</h1>
      <section aria-label="部分"><p><button id="inner">中</button></p></section>
      <p id="bare"><button id="outer">外</button></p>
    </main>
    <button id="elsewhere">よそ</button>`;
  stop = watchFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const byId = (id: string) => document.querySelector<HTMLButtonElement>(`#${id}`) ?? document.createElement('button');
/** Waits until all effects have run. */
const settle = () => vi.advanceTimersByTimeAsync(1000);
/** Blurs and disables a button, because jsdom does not take the focus from a disabled button as browsers do. */
const takeOutOfUse = (button: HTMLButtonElement) => {
  button.blur();
  button.disabled = true;
};

test('the focus of a removed element goes to the nearest ancestor with a name', async () => {
  byId('inner').focus();
  byId('inner').remove();
  await settle();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('部分');
});

test('the focus of a removed element goes to the title when no ancestor has a name', async () => {
  byId('outer').focus();
  byId('bare').remove();
  await settle();
  expect(document.activeElement?.textContent).toBe('題');
});

test('the focus of a screen that was replaced goes to the field where the new screen begins', async () => {
  byId('outer').focus();
  document.querySelector('main')?.replaceChildren();
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h1>次</h1><input data-autofocus>');
  await settle();
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('the focus returns to a button that is enabled again', async () => {
  byId('inner').focus();
  takeOutOfUse(byId('inner'));
  await settle();
  expect(document.activeElement).toBe(document.body);
  byId('inner').disabled = false;
  await settle();
  expect(document.activeElement).toBe(byId('inner'));
});

test('the focus of a disabled button that is removed goes to the nearest ancestor with a name', async () => {
  byId('inner').focus();
  takeOutOfUse(byId('inner'));
  byId('inner').remove();
  await settle();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('部分');
});

test('the focus stays on an element that the user has focused meanwhile', async () => {
  byId('inner').focus();
  takeOutOfUse(byId('inner'));
  byId('elsewhere').focus();
  byId('inner').disabled = false;
  byId('bare').remove();
  await settle();
  expect(document.activeElement).toBe(byId('elsewhere'));
});

test('the focus does not move when an element is removed that the user has left', async () => {
  byId('inner').focus();
  byId('inner').blur();
  await settle();
  byId('inner').remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
});
