// @vitest-environment jsdom
/** The focus of what goes away, or is out of use for a while. */
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
  vi.useRealTimers();
  document.body.replaceChildren();
});

const byId = (id: string) => document.querySelector<HTMLButtonElement>(`#${id}`) ?? document.createElement('button');
/** Lets all happen that follows. */
const settle = () => vi.advanceTimersByTimeAsync(1000);
/** The focus goes with the next frame, which jsdom has not. */
const takeOutOfUse = (button: HTMLButtonElement) => {
  button.blur();
  button.disabled = true;
};

test('goes to the nearest thing around that has a name', async () => {
  byId('inner').focus();
  byId('inner').remove();
  await settle();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('部分');
});

test('goes to the title where nothing around has one', async () => {
  byId('outer').focus();
  byId('bare').remove();
  await settle();
  expect(document.activeElement?.textContent).toBe('題');
});

test('comes back to a button that can be used again', async () => {
  byId('inner').focus();
  takeOutOfUse(byId('inner'));
  await settle();
  expect(document.activeElement).toBe(document.body);
  byId('inner').disabled = false;
  await settle();
  expect(document.activeElement).toBe(byId('inner'));
});

test('leaves a button that is taken away while it is out of use', async () => {
  byId('inner').focus();
  takeOutOfUse(byId('inner'));
  byId('inner').remove();
  await settle();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('部分');
});

test('stays where somebody has put it meanwhile', async () => {
  byId('inner').focus();
  takeOutOfUse(byId('inner'));
  byId('elsewhere').focus();
  byId('inner').disabled = false;
  byId('bare').remove();
  await settle();
  expect(document.activeElement).toBe(byId('elsewhere'));
});

test('is not called back by what somebody has let go of', async () => {
  byId('inner').focus();
  byId('inner').blur();
  await settle();
  byId('inner').remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
});
