/** A teacher writes a course: outline, lesson with a pasted table and pictures, question set of all four types. */
import { readFileSync } from 'node:fs';

import { lessonDrawn, screenReady, signIn, visit } from './steps';
import { button, field, link, role, type Tab, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true, size: { width: 820, height: 1180 } });

const COURSE = '手紙の書き方';
const editor = role('textbox', '本文');
const row = (title: string) => button(`「${title}」のその他の操作`);

/** Types the title of the outline's new row, and adds it. */
async function addRow(tab: Tab, kind: string, title: string): Promise<void> {
  await tab.type(role('textbox', `新しい${kind}のタイトル`), title);
  await tab.press('Enter');
  await tab.sees(row(title));
}

/** Copies a table of a page as a spreadsheet copies cells, through the browser's clipboard. */
async function copyTable(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const box = document.createElement('div');
    box.id = 'copied';
    box.contentEditable = 'true';
    for (const cells of [
      ['場所', '数'],
      ['入口', '10'],
    ]) {
      const table = box.querySelector('table') ?? box.appendChild(document.createElement('table'));
      const line = table.insertRow();
      for (const words of cells) line.insertCell().textContent = words;
    }
    document.body.append(box);
    box.focus();
    getSelection()?.selectAllChildren(box);
  });
  await tab.press('Control+c');
  await tab.evaluate(() => document.querySelector('#copied')?.remove());
}

/** Pastes a picture with an event of its own: the clipboards of browsers without a screen hold no pictures. */
async function pastePicture(tab: Tab): Promise<void> {
  await tab.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'image.png', { type: 'image/webp' }));
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Given to the constructor, the data would lose its files in Firefox.
    Object.defineProperty(paste, 'clipboardData', { value: data });
    document.querySelector('.cm-content')?.dispatchEvent(paste);
  }, readFileSync('public/logo.webp').toString('base64'));
}

/** Names the picture in the open dialog, and puts it into the text. */
async function addPicture(tab: Tab, name: string): Promise<void> {
  const dialog = { within: role('dialog', '画像を追加') };
  await tab.sees(text('アップロード済み', dialog));
  await tab.type(role('textbox', undefined, dialog), name);
  await tab.click(button('本文に入れる', dialog));
  await tab.reads(editor, new RegExp(`!\\[${name}\\]\\(content:[\\w-]+#\\d+x\\d+\\)`));
}

trip(
  'a teacher writes an outline and a lesson with a pasted table and pictures, and publishes the course',
  async ({ device }) => {
    const tab = await device.open();
    await signIn(tab, 'teacher');
    await visit(tab, '/courses/new');
    await tab.type(field(/^タイトル/), COURSE);
    await tab.click(button('追加'));
    await screenReady(tab, COURSE);
    await addRow(tab, 'セクション', '準備');
    await tab.press('Tab');
    await addRow(tab, 'チャプター', '道具');
    await tab.press('Tab');
    await addRow(tab, 'レッスン', '紙とペン');
    await tab.press('Escape');

    await tab.click(link('紙とペン'));
    await tab.click(editor);
    await tab.insert('便箋を選びます。');
    await tab.press('Enter');
    await tab.press('Enter');
    await copyTable(tab);
    await tab.click(editor);
    await tab.press('Control+End');
    await tab.press('Control+v');
    await tab.reads(editor, /\| 入口 \| 10 \|/);
    await tab.press('Control+z');
    await tab.reads(editor, /^便箋を選びます。$/);
    await tab.press('Control+y');
    await tab.reads(editor, /\| 入口 \| 10 \|/);
    await tab.press('Control+End');
    await pastePicture(tab);
    await addPicture(tab, '貼り付けた図');
    await tab.press('Control+End');
    await tab.chooseFile('画像ファイル', `${process.cwd()}/public/logo.webp`);
    await addPicture(tab, '選んだ図');
    await tab.click(text('プレビュー', { within: role('radiogroup') }));
    await tab.sees(role('cell', '入口', { within: role('region', 'プレビュー') }));
    await tab.click(text('書く', { within: role('radiogroup') }));
    await tab.press('Control+s');
    await tab.sees(text('レッスンを保存しました'));
    const lesson = (await tab.evaluate(() => location.pathname)).replace('/edit', '');

    await tab.click(link(COURSE));
    await tab.click(button('公開する'));
    await tab.sees(button('下書きに戻す'));
    await visit(tab, lesson, '紙とペン');
    await tab.sees(role('cell', '入口', { within: role('article') }));
    expect(await lessonDrawn(tab)).toHaveLength(2);
  },
);

trip('a teacher writes a question set of all four types', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'teacher');
  await visit(tab, '/lessons/edit/git-pipes');
  await tab.sees(editor);
  await tab.click(button('問題集を追加'));
  const dialog = { within: role('dialog', '問題集を追加') };
  const choice = (number: number) => role('textbox', `選択肢${number}`, dialog);
  const write = async (body: string, type?: string) => {
    if (type) await tab.click(text(type, dialog));
    await tab.type(role('textbox', /^問題文/, dialog), body);
  };
  await tab.type(field(/^タイトル/, dialog), '確認問題');
  await write('拝啓と組になるのは');
  await tab.type(choice(1), '敬具');
  await tab.type(choice(2), '草々');
  await tab.click(role('radio', '選択肢1を正解にする', dialog));
  const add = () => tab.click(button('問題を追加', dialog));
  await add();
  await write('封筒に書くもの', '複数選択');
  await tab.type(choice(1), '宛名');
  await tab.type(choice(2), '住所');
  for (const number of [1, 2]) await tab.click(role('checkbox', `選択肢${number}を正解にする`, dialog));
  await add();
  await write('葉書の読みは', '記述');
  await tab.type(field('正解1', dialog), 'はがき');
  await add();
  await write('書く順に', '並べ替え');
  await tab.type(choice(1), '前文');
  await tab.type(choice(2), '主文');
  await tab.click(button('保存', dialog));
  await tab.seesNo(text(/未保存の変更があります|保存中/, dialog));
  await tab.click(button('問題集の編集を閉じる'));
  await tab.sees(text('4問'));
  await tab.sees(button('「確認問題」を編集'));
});
