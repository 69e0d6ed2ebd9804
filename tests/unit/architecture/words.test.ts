/** One word for each thing that the user sees (CONTRIBUTING.md names those of the code). */
import { readFileSync } from 'node:fs';

import { listFiles } from '@server/tooling/start/hash-files.mjs';
import { describe, expect, test } from 'vitest';

/** What a thing is not called, and what it is. */
const words: [never: RegExp, word: string][] = [
  [/問題セット|確認問題は/, '問題集'],
  [/回答|選んだ答え/, '解答'],
  [/サーバー受領/, '受け取り済み'],
];
const files = listFiles('.', 'src').filter((path) => /\.tsx?$/.test(path));

describe('the words of screens', () => {
  test.each(words)('never %s: it is called %s', (never) => {
    expect(files.filter((path) => never.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  test('are looked for in many files', () => expect(files.length).toBeGreaterThan(300));
});
