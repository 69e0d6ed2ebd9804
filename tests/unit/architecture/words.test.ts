/** Checks that the user interface uses one word for each thing (CONTRIBUTING.md lists the words). */
import { readFileSync } from 'node:fs';

import { listFiles } from '@server/tooling/start/hash-files.mjs';
import { describe, expect, test } from 'vitest';

interface Rule {
  never: RegExp;
  word: string;
  /** Files that may show the word, each for the reason given beside it. */
  allowed?: readonly string[];
}

/** Words that the user interface must not contain, each with the word to use instead. */
const rules: readonly Rule[] = [
  { never: /問題セット|確認問題は/, word: '問題集' },
  {
    never: /回答|選んだ答え/,
    word: '解答',
    // It reads this word in the headings of other tools.
    allowed: ['src/study/question-files/choice-labels.ts'],
  },
  { never: /サーバー受領/, word: '受け取り済み' },
  // The verb form 進みます is allowed.
  { never: /進み(?!ます)/, word: '進捗' },
  { never: /題名|セクション名|チャプター名/, word: 'タイトル' },
  { never: /やめる|とどまる|公開しない/, word: 'キャンセル' },
  {
    never: /編集に戻る/,
    word: 'キャンセル',
    // These buttons leave a preview, where nothing is cancelled, so they may keep the word.
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
/** Patterns that find labels with a full stop: in attributes, between tags, and in toasts of one sentence. */
const labelsWithFullStop = [
  /\b(?:label|title|placeholder|aria-label|saveLabel|savedWords|addedWords|confirmLabel)(?:=|: )\{?['"`][^'"`。\n]*。['"`]/g,
  />\s*[^<>{}]*。\s*<\/(?:Button|LinkButton|Menu\.Item|Tabs\.Tab|summary|h[1-6]|PageTitle|th|label)>/g,
  /showToast\(\s*'\w+',\s*['"`][^'"`。]*。['"`]/g,
];

/** Pattern of a sentence up to its full stop, from the character that ends the sentence before or begins the text. */
const sentence = /[ぁ-んァ-ヶ一-龠ー々（）「」、・：]{5,}(?=。)/g;
const politeEnd = /(?:です|ます|ました|ません|でした|ください|しょう|か)(?:（[^）]*）?)?[）」]*$|[（）][^（]*）?$/;
/** Files without real sentences: they list punctuation marks, or examples of data. */
const withoutSentences = ['src/ui/markdown/parse/emphasis.ts', 'src/features/question-set-editor/QuestionPanel.tsx'];

const isCode = (path: string) => /\.tsx?$/.test(path);
const files = [
  ...listFiles('.', 'src').filter(isCode),
  // The demo's lessons are allowed to differ, because they are their authors' texts.
  ...listFiles('.', 'server').filter((path) => isCode(path) && !path.startsWith('server/demo/')),
];

const screenFiles = files.filter((path) => path.startsWith('src/'));
/** Returns a source file's content without its comments. */
const shownTexts = (path: string) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

describe('the words of screens and problems', () => {
  test.each(rules)(
    'the screens never show the word $never; they use the word $word instead',
    ({ never, allowed = [] }) => {
      const found = files.filter((path) => !allowed.includes(path) && never.test(readFileSync(path, 'utf8')));
      expect(found).toEqual([]);
    },
  );

  test('labels and toasts of one sentence have no full stop', () => {
    const found = screenFiles.flatMap((path) =>
      labelsWithFullStop.flatMap((label) => [...shownTexts(path).matchAll(label)].map(([text]) => `${path}: ${text}`)),
    );
    expect(found).toEqual([]);
  });

  test('sentences on screens end in です or ます (polite style)', () => {
    const found = screenFiles
      .filter((path) => !withoutSentences.includes(path))
      .flatMap((path) => [...shownTexts(path).matchAll(sentence)].map(([text]) => ({ path, text })))
      .filter(({ text }) => !politeEnd.test(text));
    expect(found).toEqual([]);
  });

  test('files that are exempt from a word’s ban still contain the word', () => {
    for (const { never, allowed = [] } of rules) {
      for (const path of allowed) expect(readFileSync(path, 'utf8')).toMatch(never);
    }
  });

  test("the check of the screens' words reads more than 300 files", () => expect(files.length).toBeGreaterThan(300));
});
