/** What stands before a lesson's words: settings, and its title once more. */
import { expect, test } from 'vitest';

import { withoutPreamble } from '@/ui/markdown/markdown-preamble';

test.each([
  ['settings', '---\ntitle: 変数\nminutes: 5\n---\n\n本文', '\n\n\n\n\n本文'],
  ['settings with Windows line ends', '---\r\ntitle: 変数\r\n---\r\n本文', '\r\n\r\n\r\n本文'],
  ['the title', '# 変数\n\n本文', '\n\n本文'],
  ['the title, underlined', '変数\n====\n\n本文', '\n\n\n本文'],
  ['the title with an id and other widths', '\n## **変 数** {#var}\n本文', '\n\n本文'],
  ['both', '---\na: b\n---\n# 変数\n本文', '\n\n\n\n本文'],
])('%s: not shown, and each line keeps its number', (_, text, shown) => {
  expect(withoutPreamble(text, '変数')).toBe(shown);
});

test.each([
  ['two rulers', '---\n\n文です\n\n---\n'],
  ['another heading', '# 変数とは\n\n本文'],
  ['words before the heading', '前書き\n\n# 変数\n\n本文'],
  ['settings that do not begin the text', '文\n\n---\na: b\n---\n'],
  ['a heading in code', '```\n# 変数\n```\n'],
])('%s: shown', (_, text) => {
  expect(withoutPreamble(text, '変数')).toBe(text);
});
