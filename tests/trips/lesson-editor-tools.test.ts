/**
 * Tests the tools of the lesson editor and of question texts: keys in tables, the toolbar, and the dialog for furigana.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { useOwnServer } from '@tests/support/demo';
import { findEditor, makeLesson, openLesson, readEditor, write } from '@tests/support/lesson-editing';
import { openSet, single } from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('lesson-editor-tools');

const head = '| 道具 | 場所 |\n| --- | --- |';

async function openWith(text: string, caret: number) {
  const app = await openLesson(await makeLesson(), 'teacher');
  await write(text);
  const view = await findEditor();
  view.focus();
  view.dispatch({ selection: { anchor: caret } });
  return { app, view };
}

describe('a table in the text', () => {
  test('in a table of the editor Tab and Shift+Tab go from cell to cell, Enter in the last row adds one, and Tab after Escape leaves the field', async () => {
    const { app, view } = await openWith(`${head}\n| 脚立 |  |`, 3);
    const selected = () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
    await app.user.keyboard('{Tab}');
    expect(selected()).toBe('場所');
    await app.user.keyboard('{Tab}');
    expect(selected()).toBe('脚立');
    await app.user.keyboard('{Shift>}{Tab}{/Shift}');
    expect(selected()).toBe('場所');
    await app.user.keyboard('{Tab}{Tab}{Enter}');
    expect(await readEditor()).toBe(`${head}\n| 脚立 |  |\n|  |  |`);
    expect(document.activeElement).toBe(view.contentDOM);

    await app.user.keyboard('{Escape}{Tab}');
    expect(await readEditor()).toBe(`${head}\n| 脚立 |  |\n|  |  |`);
  });

  test('a table within a code block is plain text for the editor: Tab indents its line', async () => {
    const code = `\`\`\`\n${head}\n\`\`\``;
    const { app } = await openWith(code, 6);
    await app.user.keyboard('{Tab}');

    expect(await readEditor()).toBe(code.replace('| 道具', '  | 道具'));
  });
});

describe('ふりがな', () => {
  test('ふりがな (furigana) without a selection asks for kanji and reading, and the text gets the focus back', async () => {
    const { app, view } = await openWith('', 0);
    await app.user.click(screen.getByRole('button', { name: 'ふりがな' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'ふりがな' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('漢字')));
    await app.user.keyboard('安全帯{Enter}');
    expect(document.activeElement).toBe(dialog.getByLabelText('ふりがな'));
    await app.user.click(dialog.getByRole('button', { name: '本文に入れる' }));
    expect(dialog.getByText('入力してください。')).toBeTruthy();
    await app.user.keyboard('あんぜんたい{Enter}');

    expect(await readEditor()).toBe('{安全帯|あんぜんたい}');
    await waitFor(() => expect(document.activeElement).toBe(view.contentDOM));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('ふりがな (furigana) with the caret in kanji asks only for their reading', async () => {
    const { app } = await openWith('まず安全帯を着けます。', 4);
    await app.user.click(screen.getByRole('button', { name: 'ふりがな' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'ふりがな' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('ふりがな')));
    await app.user.keyboard('あんぜんたい{Enter}');

    expect(await readEditor()).toBe('まず{安全帯|あんぜんたい}を着けます。');
  });
});

test('a line below the lesson editor shows how each formula is read aloud, and where its reading is written', async () => {
  await openWith('$x^2$ と\n\n$a % 読み：エー$', 0);

  await screen.findByText(
    /1行目は「数式」、3行目は「数式、エー」。読みは、数式の中に「% 読み：エックスの二乗」のように/,
  );
});

describe('a question’s text', () => {
  test('the editor of question texts has the toolbar’s commands and keys, and a dialog for furigana', async () => {
    const { app, dialog } = await openSet(single);
    const body = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ });
    body.focus();
    body.setSelectionRange(0, 1);
    const tools = within(dialog.getByRole('toolbar', { name: '問題文の書式' }));
    await app.user.click(tools.getByRole('button', { name: '太字' }));
    expect(body.value).toBe('**空**の色は');
    await app.user.keyboard('{Control>}b{/Control}');
    expect(body.value).toBe('空の色は');

    body.setSelectionRange(1, 1);
    await app.user.click(tools.getByRole('button', { name: 'ふりがな' }));
    const asked = within(await screen.findByRole('dialog', { name: 'ふりがな' }));
    await waitFor(() => expect(document.activeElement).toBe(asked.getByLabelText('ふりがな')));
    await app.user.keyboard('そら{Enter}');
    await waitFor(() => expect(body.value).toBe('{空|そら}の色は'));
    expect(document.activeElement).toBe(body);
  });
});

describe('a paste', () => {
  const table = '<table><tr><td>場所</td><td>数</td></tr><tr><td>入口</td><td>10</td></tr></table>';
  const markdown = '| 場所 | 数 |\n| - | - |\n| 入口 | 10 |';

  function paste(element: HTMLElement, data: Record<string, string>) {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const clipboardData = { types: Object.keys(data), files: [], getData: (type: string) => data[type] ?? '' };
    element.dispatchEvent(Object.assign(event, { clipboardData }));
  }

  test('a table pasted from an office program becomes a markdown table between blank lines, and one undo removes it', async () => {
    const { app, view } = await openWith('前\n後', 1);
    paste(view.contentDOM, { 'text/html': table, 'text/plain': '場所\t数\n入口\t10' });
    await waitFor(async () => expect(await readEditor()).toBe(`前\n\n${markdown}\n\n後`));
    await app.user.keyboard('{Control>}z{/Control}');
    expect(await readEditor()).toBe('前\n後');
  });

  test('Ctrl+Shift+V, plain text and a paste into code insert plain text', async () => {
    const { app, view } = await openWith('', 0);
    await app.user.keyboard('{Control>}{Shift>}v{/Shift}{/Control}');
    paste(view.contentDOM, { 'text/html': '<b>太字</b>', 'text/plain': '太字' });
    await waitFor(async () => expect(await readEditor()).toBe('太字'));
    await write('```\n\n```');
    view.dispatch({ selection: { anchor: 4 } });
    paste(view.contentDOM, { 'text/html': '<b>太字</b>', 'text/plain': '太字' });
    await waitFor(async () => expect(await readEditor()).toBe('```\n太字\n```'));
  });

  test('formatted words are pasted into a question’s text as markdown', async () => {
    const { dialog } = await openSet(single);
    const body = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ });
    body.focus();
    body.setSelectionRange(0, 1);
    paste(body, { 'text/html': '<b>海</b>', 'text/plain': '海' });

    await waitFor(() => expect(body.value).toBe('**海**の色は'));
  });
});

describe('finding and replacing', () => {
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

  test('the toolbar finds and replaces words in the text as they are written, and Escape returns to the text', async () => {
    const { app, view } = await openWith('$\\nu$ と足場。\n足場を組む。', 0);
    await app.user.click(screen.getByRole('button', { name: 'さがす・置き換える' }));
    await app.user.type(await field('さがす言葉'), '\\nu');
    await app.user.click(screen.getByRole('button', { name: '次へ' }));
    expect(view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)).toBe('\\nu');

    await app.user.clear(await field('さがす言葉'));
    await app.user.type(await field('さがす言葉'), '足場');
    await app.user.type(await field('置き換える言葉'), '脚立');
    await app.user.click(screen.getByRole('button', { name: 'すべて置き換える' }));
    expect(await readEditor()).toBe('$\\nu$ と脚立。\n脚立を組む。');

    (await field('さがす言葉')).focus();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'さがす言葉' })).toBeNull());
    expect(view.hasFocus).toBe(true);
    await app.user.keyboard('{Control>}f{/Control}');
    await field('さがす言葉');
  });

  test('Enter and Escape that end a composition in the field neither find nor close the panel', async () => {
    const { app, view } = await openWith('足場。足場。', 0);
    await app.user.keyboard('{Control>}f{/Control}');
    const words = await field('さがす言葉');
    await app.user.type(words, '足場');
    const before = view.state.selection.main.from;
    for (const key of ['Enter', 'Escape']) {
      words.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 13, isComposing: true, bubbles: true }));
    }
    expect(view.state.selection.main.from).toBe(before);
    expect(words.isConnected).toBe(true);
  });
});
