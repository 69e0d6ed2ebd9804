/**
 * Tests which screens are prerendered: loaded ones with a title in the app's frame, without a dialog, an error or a
 * filter.
 */
import { afterEach, expect, test } from 'vitest';

import { prerenderOutline } from '@/features/prerender/prerender';

afterEach(() => document.body.replaceChildren());

function show(content: string): void {
  const { body } = new DOMParser().parseFromString(
    `<div class="layout"><div id="side-menu" class="side"></div><main id="main" class="main">${content}</main></div>`,
    'text/html',
  );
  document.body.replaceChildren(...body.childNodes);
}

test("a screen with a title is prerendered in the app's frame", () => {
  show('<h1>講座</h1>');

  expect(prerenderOutline()?.html).toBe(
    '<div class="layout painted"><div class="side"></div>' +
      '<main class="main" id="main" tabindex="-1"><h1>講座</h1></main></div>',
  );
});

test.each([
  ['has no title yet', '<p>講座</p>'],
  ['is loading', '<h1>講座</h1><div aria-busy="true"></div>'],
  ['shows an error or a filter', '<h1>講座</h1><div data-passing></div>'],
  ['is behind a dialog', '<h1>講座</h1><dialog open></dialog>'],
])('a screen that %s is not prerendered', (_, content) => {
  show(content);

  expect(prerenderOutline()).toBeUndefined();
});

test('a page outside the app’s frame is not prerendered', () => {
  document.body.innerHTML = '<main id="main"><h1>ログイン</h1></main>';

  expect(prerenderOutline()).toBeUndefined();
});
