/**
 * Tests the outline of a course: titles edited and added in place, rows moved and deleted; and the section's screen.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press } from '@tests/support/course-editing';
import { chooseInRow, openOutline, OUTLINE, shownTitles, useOutline } from '@tests/support/outline';
import { describe, expect, test } from 'vitest';

const { network, getCourse, makeCourse, storedTitles, expectTitles } = useOutline('outline-editing');

const openCourse = (path = `/courses/${getCourse().id}`) => openOutline(path);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const newRow = (kind: string) => field(`新しい${kind}のタイトル`);

const listed = () => within(screen.getByRole('list', { name: '「試作のコース」の構成' }));

describe('titles', () => {
  test('pressing a chapter in the outline edits its title in place; Enter saves it and opens a row for the next chapter', async () => {
    const app = await openCourse();
    await press(app, '準備');
    const input = await field('チャプターのタイトル');
    expect([document.activeElement, input.selectionEnd]).toEqual([input, 2]);
    await app.user.keyboard('用意{Enter}');
    const next = await newRow('チャプター');
    expect(document.activeElement).toBe(next);
    await app.user.keyboard('確認{Enter}');
    await screen.findByRole('button', { name: '確認' });
    await app.user.keyboard('{Escape}');

    await expectTitles(['前半', '-用意', '--道具', '--置き場所', '-確認', '-実践', '--手順', '後半']);
  });

  test('F2 renames a lesson in the outline; leaving the field saves, Escape cancels', async () => {
    const app = await openCourse();
    listed().getByRole('link', { name: '道具' }).focus();
    await app.user.keyboard('{F2}ちがう題{Escape}');
    await listed().findByRole('link', { name: '道具' });
    await chooseInRow(app, '道具', 'タイトルを変更');
    await field('レッスンのタイトル');
    await app.user.keyboard('工具');
    await app.user.click(screen.getByRole('heading', { level: 1 }));

    await expectTitles(OUTLINE.with(2, '--工具'));
    expect(network.calls().filter((words) => words.startsWith('PATCH'))).toHaveLength(1);
  });

  test('in the outline, an Enter that ends an IME composition saves nothing and adds no row', async () => {
    const app = await openCourse();
    await press(app, 'セクションを追加');
    const input = await newRow('セクション');
    await app.user.keyboard('へんかん');
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }));
    expect(input.value).toBe('へんかん');
    await app.user.keyboard('{Escape}');

    await expectTitles(OUTLINE);
    expect(network.calls().filter((words) => words.startsWith('POST /sections'))).toEqual([]);
  });

  test('fault: the network is lost while a title is saved → the title stays in its field, and can be saved again', async () => {
    const app = await openCourse();
    network.cut(/^PATCH/);
    await press(app, '後半');
    await app.user.keyboard('続き{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした。');
    expect((await field('セクションのタイトル')).value).toBe('続き');
    network.restore();
    await press(app, 'もう一度');

    await expectTitles(OUTLINE.with(6, '続き'));
  });
});

describe('new rows', () => {
  test('the outline of an empty course begins with a new row; Tab and Shift+Tab choose the level of this empty row', async () => {
    const empty = await makeCourse({ title: '空のコース' });
    const app = await renderApp({ user: 'teacher', path: `/courses/${empty.id}` });
    const first = await newRow('セクション');
    expect(document.activeElement).toBe(first);
    const add = async (words: string, title: string) => {
      await app.user.keyboard(words);
      await screen.findByRole('button', { name: `「${title}」のその他の操作` });
    };
    await add('一{Enter}', '一');
    await add('{Tab}一の一{Enter}', '一の一');
    await add('{Tab}読む{Enter}', '読む');
    await add('解く{Enter}', '解く');
    await add('{Shift>}{Tab}{Tab}{/Shift}二{Enter}', '二');
    // Once a new row has text, Tab moves the focus as usual, and the row is added.
    await app.user.keyboard('三{Tab}');
    await screen.findByRole('button', { name: '「三」のその他の操作' });

    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^新しい/ })).toBeNull());
    await waitFor(() => expect(shownTitles()).toEqual(['一', '-一の一', '--読む', '--解く', '二', '三']));
  });

  test('the level buttons of a new outline row act as Tab does, and the row opens below the row whose menu was used', async () => {
    const app = await openCourse();
    await chooseInRow(app, '道具', '下にレッスンを追加');
    await newRow('レッスン');
    await app.user.click(screen.getByRole('button', { name: 'チャプター', pressed: false }));
    await app.user.keyboard('仕上げ{Enter}');
    await screen.findByRole('button', { name: '「仕上げ」のその他の操作' });
    await app.user.keyboard('{Escape}');
    await press(app, '「後半」にチャプターを追加');
    await app.user.keyboard('まとめ{Enter}');
    await screen.findByRole('button', { name: '「まとめ」のその他の操作' });
    await app.user.keyboard('{Escape}');

    await expectTitles([...OUTLINE.toSpliced(4, 0, '-仕上げ'), '-まとめ']);
  });

  test('fault: the network is lost while an outline row is added → its title stays on the screen, and is added once', async () => {
    const app = await openCourse();
    await press(app, '「準備」にレッスンを追加');
    network.cut(/^POST \/lessons\//);
    await app.user.keyboard('掃除{Enter}');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/^追加できませんでした。接続できませんでした。/)).toBeTruthy();
    await app.user.keyboard('片付け');
    network.restore();
    await app.user.click(alert.getByRole('button', { name: 'もう一度' }));
    await screen.findByRole('button', { name: '「掃除」のその他の操作' });
    (await newRow('レッスン')).focus();
    await app.user.keyboard('{Enter}');
    await screen.findByRole('button', { name: '「片付け」のその他の操作' });
    await app.user.keyboard('{Escape}');

    await expectTitles(OUTLINE.toSpliced(2, 0, '--掃除', '--片付け'));
  });
});

describe('moves', () => {
  test('Alt and arrow keys move outline rows, a lesson even into the next chapter, each by one API call', async () => {
    const app = await openCourse();
    listed().getByRole('link', { name: '置き場所' }).focus();
    await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expectTitles(['前半', '-準備', '--道具', '-実践', '--置き場所', '--手順', '後半']);
    expect(document.activeElement).toBe(listed().getByRole('link', { name: '置き場所' }));
    listed().getByRole('button', { name: '実践' }).focus();
    await app.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expectTitles(['前半', '-実践', '--置き場所', '--手順', '-準備', '--道具', '後半']);
    listed().getByRole('button', { name: '後半' }).focus();
    await app.user.keyboard('{Alt>}{ArrowUp}{/Alt}');

    await expectTitles(['後半', '前半', '-実践', '--置き場所', '--手順', '-準備', '--道具']);
    expect(network.calls().filter((words) => words.startsWith('PATCH'))).toHaveLength(3);
  });

  test('the first outline row cannot move up, the last one cannot move down, and a message says so', async () => {
    const app = await openCourse();
    listed().getByRole('link', { name: '道具' }).focus();
    await app.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await screen.findByText('「道具」は、そこへは移動できません。');
    listed().getByRole('button', { name: '後半' }).focus();
    await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}');

    expect(network.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test('the menu of an outline row moves a lesson to a position in any chapter', async () => {
    const app = await openCourse();
    await chooseInRow(app, '手順', '移動');
    await app.user.selectOptions(await screen.findByRole('combobox', { name: 'チャプター' }), '前半 ／ 準備');
    await app.user.selectOptions(screen.getByRole('combobox', { name: '位置' }), '「道具」の下');
    await press(app, '移動');

    await expectTitles(['前半', '-準備', '--道具', '--手順', '--置き場所', '-実践', '後半']);
  });

  test('fault: the network is lost while an outline row moves → the new order is shown with the error, to save again or undo', async () => {
    const app = await openCourse();
    const moved = ['前半', '-準備', '--置き場所', '--道具', '-実践', '--手順', '後半'];
    network.cut(/^PATCH \/lessons\//);
    const moveDown = async () => {
      listed().getByRole('link', { name: '道具' }).focus();
      await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
      expect((await screen.findByRole('alert')).textContent).toContain(
        'まだ保存されていません。接続できませんでした。',
      );
    };
    await moveDown();
    expect([shownTitles(), await storedTitles()]).toEqual([moved, OUTLINE]);
    await press(app, '元の場所に戻す');
    expect(shownTitles()).toEqual(OUTLINE);
    await moveDown();
    network.restore();
    await press(app, 'もう一度');

    await expectTitles(moved);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a second move in the outline during the save of the first one is saved after it', async () => {
    const app = await openCourse();
    const answer = network.hold(/^PATCH \/lessons\//);
    listed().getByRole('link', { name: '道具' }).focus();
    await app.user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    answer();

    await expectTitles(['前半', '-準備', '--置き場所', '-実践', '--道具', '--手順', '後半']);
  });
});

describe('rows', () => {
  test('deleting an outline row asks first, and lists what is deleted with the row', async () => {
    const app = await openCourse();
    await chooseInRow(app, '実践', '削除');
    const question = await screen.findByRole('group', {
      name: /^「実践」と、その中のレッスン1件、問題集1件を削除します。/,
    });
    await app.user.click(within(question).getByRole('button', { name: 'キャンセル' }));
    await chooseInRow(app, '手順', '削除');
    await press(app, '「手順」を削除');
    await expectTitles(OUTLINE.toSpliced(5, 1));
    await chooseInRow(app, '前半', '削除');
    await screen.findByRole('group', { name: /^「前半」と、その中のチャプター2件、レッスン2件を削除します。/ });
    await press(app, '「前半」を削除');

    await expectTitles(['後半']);
  });
});
