/** Checks that the user sees one word for each thing (CONTRIBUTING.md lists the words of the code). */
import { readFileSync } from 'node:fs';

import { listFiles } from '@server/tooling/start/hash-files.mjs';
import { describe, expect, test } from 'vitest';

/** Words that must not be shown, each with the word to use instead. */
const words: [never: RegExp, word: string][] = [
  [/問題セット|確認問題は/, '問題集'],
  [/回答|選んだ答え/, '解答'],
  [/サーバー受領/, '受け取り済み'],
];
const files = listFiles('.', 'src').filter((path) => /\.tsx?$/.test(path));

describe('the words of screens', () => {
  test.each(words)('screens never say %s: the word is %s', (never) => {
    expect(files.filter((path) => never.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  test("the check of the screens' words reads more than 300 files", () => expect(files.length).toBeGreaterThan(300));
});
