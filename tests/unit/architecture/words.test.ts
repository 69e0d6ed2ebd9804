/** Checks that the user sees one word for each thing (CONTRIBUTING.md lists the words). */
import { readFileSync } from 'node:fs';

import { listFiles } from '@server/tooling/start/hash-files.mjs';
import { describe, expect, test } from 'vitest';

interface Rule {
  never: RegExp;
  word: string;
  /** Files that may show the word, each for the reason given beside it. */
  allowed?: readonly string[];
}

/** Words that must not be shown, each with the word to use instead. */
const rules: readonly Rule[] = [
  { never: /問題セット|確認問題は/, word: '問題集' },
  { never: /回答|選んだ答え/, word: '解答' },
  { never: /サーバー受領/, word: '受け取り済み' },
  // Exception: the verb 進みます stays.
  { never: /進み(?!ます)/, word: '進捗' },
  { never: /題名|セクション名|チャプター名/, word: 'タイトル' },
  { never: /やめる|とどまる|公開しない/, word: 'キャンセル' },
  {
    never: /編集に戻る/,
    word: 'キャンセル',
    // Exception: these buttons leave a preview, where nothing is cancelled.
    allowed: ['src/features/shell/PreviewFrame.tsx', 'src/features/question-set-editor/QuestionSetPreview.tsx'],
  },
  { never: /登録なし|['"]まだありません/, word: '記録なし' },
  { never: /はじめる/, word: '始める' },
  { never: /大きさ/, word: 'サイズ' },
  { never: /サーバーの受信/, word: '受信日時' },
  { never: /日時の根拠/, word: '時刻の出どころ' },
  { never: /読む時間/, word: '目安' },
  { never: /かまいません/, word: '任意' },
  { never: /(コース|セクション|チャプター|レッスン|問題集|企業|利用者)を作成(?!しました)/, word: '追加' },
  { never: /見える空き/, word: '中身のないところ' },
  { never: /コースとレッスンをさがす/, word: 'さがす' },
  { never: /あなた/, word: 'nothing: the sentence does without' },
  { never: /元に戻すこと|元には戻せません|もとに戻/, word: '元に戻せません。' },
];
/** Labels with a full stop, in attributes, between tags, and in toasts of one sentence. */
const labelsWithFullStop = [
  /\b(?:label|title|placeholder|aria-label|saveLabel|savedWords|addedWords|confirmLabel)(?:=|: )\{?['"`][^'"`。\n]*。['"`]/g,
  />\s*[^<>{}]*。\s*<\/(?:Button|LinkButton|Menu\.Item|Tabs\.Tab|summary|h[1-6]|PageTitle|th|label)>/g,
  /showToast\(\s*'\w+',\s*['"`][^'"`。]*。['"`]/g,
];

/** A sentence up to its full stop, from the last sign that ends another one or begins a text. */
const sentence = /[ぁ-んァ-ヶ一-龠ー々（）「」、・：]{5,}(?=。)/g;
const politeEnd = /(?:です|ます|ました|ません|でした|ください|しょう|か)(?:（[^）]*）?)?[）」]*$|[（）][^（]*）?$/;
/** Texts that list signs of writing, and examples of data. */
const withoutSentences = ['src/ui/markdown/markdown-signs.ts', 'src/features/question-set-editor/AcceptedAnswers.tsx'];

const isCode = (path: string) => /\.tsx?$/.test(path);
const files = [
  ...listFiles('.', 'src').filter(isCode),
  // Exception: the demo's lessons are texts of their authors.
  ...listFiles('.', 'server').filter((path) => isCode(path) && !path.startsWith('server/demo/')),
];

const screenFiles = files.filter((path) => path.startsWith('src/'));
/** Returns a file without its comments. */
const shownTexts = (path: string) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

describe('the words of screens and problems', () => {
  test.each(rules)('the screens never show $never, because the word is $word', ({ never, allowed = [] }) => {
    const found = files.filter((path) => !allowed.includes(path) && never.test(readFileSync(path, 'utf8')));
    expect(found).toEqual([]);
  });

  test('labels and toasts of one sentence have no full stop', () => {
    const found = screenFiles.flatMap((path) =>
      labelsWithFullStop.flatMap((label) => [...shownTexts(path).matchAll(label)].map(([text]) => `${path}: ${text}`)),
    );
    expect(found).toEqual([]);
  });

  test('sentences end in です or ます', () => {
    const found = screenFiles
      .filter((path) => !withoutSentences.includes(path))
      .flatMap((path) => [...shownTexts(path).matchAll(sentence)].map(([text]) => ({ path, text })))
      .filter(({ text }) => !politeEnd.test(text));
    expect(found).toEqual([]);
  });

  test('files that are allowed to show a refused word still contain it', () => {
    for (const { never, allowed = [] } of rules) {
      for (const path of allowed) expect(readFileSync(path, 'utf8')).toMatch(never);
    }
  });

  test("the check of the screens' words reads more than 300 files", () => expect(files.length).toBeGreaterThan(300));
});
