/** Tests the editor toolbar's commands as pure functions; `[` and `]` mark the selection, `|` the caret. */
import { describe, expect, test } from 'vitest';

import { type CommandName, markdownCommands } from '@/ui/markdown-tools/markdown-commands';
import { insertPictures, pictureMarkdown } from '@/ui/markdown-tools/pictures';

/** Applies an edit to a text as the editor does. */
function applyEdit(text: string, { changes }: ReturnType<typeof insertPictures>): string {
  return changes
    .toReversed()
    .reduce((rest, { from, to, insert }) => rest.slice(0, from) + insert + rest.slice(to), text);
}

/** Reads the selection marks out of a text. */
function unmark(marked: string) {
  const from = marked.search(/[⟦│]/);
  const to = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : from;
  return { text: marked.replace(/[⟦⟧│]/g, ''), selection: { from, to } };
}

function run(command: CommandName, marked: string): string {
  const { text, selection } = unmark(marked);
  const edit = markdownCommands[command](text, selection);
  const after = applyEdit(text, edit);
  const { from, to } = edit.selection;
  if (from === to) return `${after.slice(0, from)}│${after.slice(from)}`;
  return `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`;
}

test.each<[CommandName, string, string]>([
  // Commands that put marks around words
  ['bold', 'これは⟦大事⟧です', 'これは**⟦大事⟧**です'],
  ['bold', 'これは**⟦大事⟧**です', 'これは⟦大事⟧です'],
  ['bold', 'これは⟦**大事**⟧です', 'これは⟦大事⟧です'],
  ['bold', 'これは│です', 'これは**⟦太字⟧**です'],
  ['bold', '⟦ 大事 ⟧', ' **⟦大事⟧** '],
  ['bold', '*⟦大事⟧*', '***⟦大事⟧***'],
  ['bold', '***⟦大事⟧***', '*⟦大事⟧*'],
  ['bold', '⟦👩‍🏫先生⟧', '**⟦👩‍🏫先生⟧**'],
  ['italic', '⟦book⟧', '*⟦book⟧*'],
  ['italic', '*⟦book⟧*', '⟦book⟧'],
  ['italic', '**⟦大事⟧**', '***⟦大事⟧***'],
  ['italic', '***⟦大事⟧***', '**⟦大事⟧**'],
  ['code', '値は⟦x⟧です', '値は`⟦x⟧`です'],
  ['code', '値は`⟦x⟧`です', '値は⟦x⟧です'],
  ['math', '値は⟦x⟧です', '値は$⟦x⟧$です'],
  // Commands for blocks on an empty line, or around several lines
  ['code', '│', '```\n⟦コード⟧\n```\n'],
  ['code', '⟦a\nb⟧', '```\n⟦a\nb⟧\n```\n'],
  ['code', '⟦a\n```\nb⟧', '````\n⟦a\n```\nb⟧\n````\n'],
  ['math', '式:\n│', '式:\n\n$$\n⟦x^2⟧\n$$\n'],
  // Lines
  ['heading', 'はじ│めに', '## はじ│めに'],
  ['heading', '## はじ│めに', '### はじ│めに'],
  ['heading', '### はじ│めに', 'はじ│めに'],
  ['heading', '# はじ│めに', '## はじ│めに'],
  ['heading', '前\n⟦一\n二⟧\n後', '前\n⟦## 一\n## 二⟧\n後'],
  ['heading', '│', '## │'],
  ['bullets', '⟦一\n\n二⟧', '⟦- 一\n\n- 二⟧'],
  ['bullets', '⟦- 一\n- 二⟧', '⟦一\n二⟧'],
  ['bullets', '⟦1. 一\n2. 二⟧', '⟦- 一\n- 二⟧'],
  ['bullets', '│', '- │'],
  ['bullets', '⟦一\n⟧二', '⟦- 一⟧\n二'],
  ['numbers', '⟦一\n二\n三⟧', '⟦1. 一\n2. 二\n3. 三⟧'],
  ['numbers', '⟦- 一\n  - 二⟧', '⟦1. 一\n  2. 二⟧'],
  ['numbers', '⟦1. 一\n2. 二⟧', '⟦一\n二⟧'],
  // Links
  ['link', '詳しくは⟦公式⟧へ', '詳しくは[公式](⟦https://⟧)へ'],
  ['link', '│', '[リンクの文字](⟦https://⟧)'],
  ['link', '⟦https://example.com/a⟧', '[⟦リンクの文字⟧](https://example.com/a)'],
  // Furigana
  ['furigana', '⟦鍵⟧をかける', '{鍵|⟦かんじ⟧}をかける'],
  ['furigana', '| ⟦養生⟧ | 意味 |', '| ｜養生《⟦かんじ⟧》 | 意味 |'],
  ['furigana', '{床|ゆか}と⟦壁⟧', '{床|ゆか}と{壁|⟦かんじ⟧}'],
  // Table
  ['table', '前│', '前\n\n| ⟦見出し1⟧ | 見出し2 |\n| --- | --- |\n| 内容 | 内容 |\n| 内容 | 内容 |\n'],
  ['table', '前\n\n│\n\n後', '前\n\n| ⟦見出し1⟧ | 見出し2 |\n| --- | --- |\n| 内容 | 内容 |\n| 内容 | 内容 |\n\n後'],
  // Footnotes
  ['footnote', '本文│です', '本文[^1]です\n\n[^1]: ⟦脚注の文⟧\n'],
  ['footnote', '本文[^1]と│\n\n[^1]: 一つ目\n', '本文[^1]と[^2]\n\n[^1]: 一つ目\n[^2]: ⟦脚注の文⟧\n'],
  ['footnote', '末尾│', '末尾[^1]\n\n[^1]: ⟦脚注の文⟧\n'],
  ['footnote', '│', '[^1]\n\n[^1]: ⟦脚注の文⟧\n'],
  ['footnote', '本文です。\n│', '本文です。\n[^1]\n\n[^1]: ⟦脚注の文⟧\n'],
  ['footnote', '本文です。\n\n│', '本文です。\n\n[^1]\n\n[^1]: ⟦脚注の文⟧\n'],
  ['footnote', '本文です。\n│\n', '本文です。\n[^1]\n\n[^1]: ⟦脚注の文⟧\n'],
  ['footnote', 'あ[^1]\n\n[^1]: 一つ目\n\n│', 'あ[^1]\n\n[^1]: 一つ目\n\n[^2]\n\n[^2]: ⟦脚注の文⟧\n'],
])('the command %s turns %j into %j', (command, before, after) => {
  expect(run(command, before)).toBe(after);
});

test('every command leaves the selection inside the text, whatever was selected', () => {
  const texts = ['', '\n', 'a', 'a\n\n', '- a\n- b\n', '**', '```\n', '|a|\n|-|\n', '👍🏽'];
  for (const command of Object.values(markdownCommands)) {
    for (const text of texts) {
      for (let from = 0; from <= text.length; from += 1) {
        for (let to = from; to <= text.length; to += 1) {
          const edit = command(text, { from, to });
          const after = applyEdit(text, edit);
          expect(edit.selection.from).toBeGreaterThanOrEqual(0);
          expect(edit.selection.to).toBeLessThanOrEqual(after.length);
          expect(edit.selection.from).toBeLessThanOrEqual(edit.selection.to);
        }
      }
    }
  }
});

describe('an inserted picture', () => {
  test('an inserted picture has its size, and an alternative text that cannot break out of the brackets', () => {
    expect(pictureMarkdown('c1', '構成図', { width: 1200, height: 675 })).toBe('![構成図](content:c1#1200x675)');
    expect(pictureMarkdown('c1', '')).toBe('![](content:c1)');
    expect(pictureMarkdown('c1', 'a](javascript:x) *b*\n<i>')).toBe(
      '![a\\](javascript:x) \\*b\\* \\<i\\>](content:c1)',
    );
  });

  test('an inserted picture is on lines of its own at the caret', () => {
    const edit = insertPictures('前後', 1, ['![一](content:a)', '![二](content:b)']);

    expect(applyEdit('前後', edit)).toBe('前\n\n![一](content:a)\n\n![二](content:b)\n\n後');
  });
});
