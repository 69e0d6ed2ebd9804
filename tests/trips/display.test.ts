/** Tests display settings and the list of keyboard shortcuts, reachable from every screen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { afterEach, describe, expect, test } from 'vitest';

import { changeDisplaySettings } from '@/ui/display/display-settings';

const root = document.documentElement;
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

afterEach(() => {
  changeDisplaySettings({
    textSize: 'normal',
    lineSpacing: 'normal',
    font: 'gothic',
    furigana: true,
    singleKeys: true,
  });
  for (const name of ['textSize', 'lineSpacing', 'font']) delete root.dataset[name];
});

describe('display settings', () => {
  test('display settings open from the side menu of every screen, and survive a reload', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.click(screen.getByRole('button', { name: '表示設定' }));
    const settings = await dialog('表示設定');

    await app.user.click(settings.getByRole('radio', { name: '特大' }));
    await app.user.click(settings.getByRole('radio', { name: 'ダーク' }));
    await app.user.click(settings.getByRole('radio', { name: '表示しない' }));

    expect(root.dataset.textSize).toBe('largest');
    expect(root.dataset.mantineColorScheme).toBe('dark');
    expect(settings.queryByText('みほん')).toBeNull();
    await app.reload();
    expect(root.dataset.mantineColorScheme).toBe('dark');
    expect(localStorage.getItem('manabiba-scheme')).toBe('dark');
    expect(localStorage.getItem('manabiba-furigana')).toBe('off');
  });

  test('あ (display settings) in a lesson opens the settings over the text, and Escape returns the focus to its button', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    const button = screen.getByRole('button', { name: 'このレッスンの表示設定' });
    await app.user.click(button);
    const settings = await dialog('表示設定');
    expect(settings.queryByText('みほん')).toBeNull();

    await app.user.click(settings.getByRole('radio', { name: '明朝' }));
    await app.user.click(settings.getByRole('radio', { name: 'ひろい' }));

    expect(root.dataset).toMatchObject({ font: 'mincho', lineSpacing: 'wide' });
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '表示設定' })).toBeNull());
    expect(document.activeElement).toBe(button);
    await app.reload();
    expect(localStorage.getItem('manabiba-font')).toBe('mincho');
    expect(localStorage.getItem('manabiba-line-spacing')).toBe('wide');
  });

  test('display settings on my page change the page around them at once', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    const settings = within(screen.getByRole('region', { name: '表示設定' }));
    expect(settings.getAllByText('みほん')).toHaveLength(1);

    await app.user.click(
      within(settings.getByRole('radiogroup', { name: 'ふりがな' })).getByRole('radio', { name: '表示しない' }),
    );

    expect(settings.queryByText('みほん')).toBeNull();
    expect(settings.getAllByText('この端末だけの設定です。')).toHaveLength(1);
  });
});

describe('shortcuts of one key', () => {
  test.each([
    ['/lessons/git-pipes', ['j', 'k', '{ArrowRight}', '{ArrowLeft}', '?', '？']],
    ['/question/solve/git-q-cli', ['1', '9', '{Enter}', '{ArrowRight}', '{ArrowLeft}', '?']],
  ])('switched off in the display settings, the shortcuts of one key on %s do nothing', async (path, keys) => {
    const app = await renderApp({ user: 'student', path });
    await app.user.click(screen.getByRole('button', { name: '表示設定' }));
    const settings = await dialog('表示設定');
    await app.user.click(settings.getByRole('radio', { name: '使わない' }));
    await app.reload();

    for (const key of keys) {
      fireEvent.keyDown(document.body, { key: key.replaceAll(/[{}]/g, '') });
      await app.user.keyboard(key);
    }

    expect(app.href).toBe(path);
    expect(screen.queryByRole('dialog', { name: 'キー操作' })).toBeNull();
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
    expect(document.querySelectorAll('main [aria-keyshortcuts]')).toHaveLength(0);
    await app.user.keyboard('{Control>}k{/Control}');
    await screen.findByPlaceholderText('さがす');
  });

  test('the list of shortcuts says where shortcuts of one key are switched off, and lists none of them then', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.click(screen.getByRole('button', { name: 'キー操作' }));
    const keys = await dialog('キー操作');
    expect(keys.getByText(/「表示設定」で使わないようにできます/)).toBeTruthy();

    changeDisplaySettings({ singleKeys: false });

    await keys.findByText(/キー1つでの操作は使わない設定です/);
    expect(keys.getAllByText('さがす')).toHaveLength(1);
    expect(keys.queryByText('次のレッスンへ')).toBeNull();
  });
});

describe('the key ?', () => {
  test('the key ? lists the keyboard shortcuts, and Escape closes the list', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.keyboard('?');
    const keys = await dialog('キー操作');

    expect(keys.getAllByText('次のレッスンへ')).toHaveLength(1);
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the key ? opens no list of shortcuts in a text field, during IME composition or in a dialog', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    await app.user.type(search, 'なに?');
    expect(search.value).toBe('なに?');
    fireEvent.keyDown(document.body, { key: '?', isComposing: true });
    fireEvent.keyDown(document.body, { key: '?', keyCode: 229 });
    fireEvent.keyDown(document.body, { key: '?', ctrlKey: true });
    await app.user.click(screen.getByRole('button', { name: '表示設定' }));
    await dialog('表示設定');
    fireEvent.keyDown(document.body, { key: '?' });

    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.queryByRole('dialog', { name: 'キー操作' })).toBeNull();
  });

  test('a button beside the display settings opens the list of keyboard shortcuts too', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.click(screen.getByRole('button', { name: 'キー操作' }));

    await dialog('キー操作');
  });
});
