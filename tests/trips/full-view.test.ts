/** Tests that wide tables, code and pictures of a lesson can be enlarged to the whole window. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, expect, test, vi } from 'vitest';

const network = useNetworkStub();
const TABLE = '表1（語、意味）';
const TEXT = '| 語 | 意味 |\n| --- | --- |\n| 標準出力 | [前の章](./git-files.md) |\n\n```bash\nls\n```\n';
const wideButtons = () =>
  screen.queryAllByRole('button', { name: /を広げる$/ }).map((button) => button.getAttribute('aria-label'));

/** Opens a lesson with a table wider than the text column, and with code that fits the column. */
async function openTable() {
  network.answer(/\/files\/pub-container\/git-pipes\.md/, 200, TEXT, { 'Content-Type': 'text/markdown' });
  const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
  await app.user.click(await screen.findByRole('button', { name: `${TABLE}を広げる` }));
  return { app, view: within(await screen.findByRole('dialog', { name: TABLE })) };
}

beforeEach(() => {
  // The functions for layout and modal dialogs are stubs, because jsdom has neither.
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function readWidth(this: Element) {
    return this.matches('div[data-wide]') ? 900 : 0;
  });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

test('a table wider than its column opens in the whole window, as a copy without ids and buttons', async () => {
  const { app, view } = await openTable();

  expect(wideButtons()).toEqual([`${TABLE}を広げる`]);
  expect(view.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['語', '意味']);
  expect(view.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    '縮小',
    '拡大',
    '拡大を閉じる',
  ]);
  await app.user.click(view.getByRole('button', { name: '拡大を閉じる' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: TABLE })).toBeNull());
  expect(app.href).toBe('/lessons/git-pipes');
});

test('the enlarged view of a table is zoomed by its buttons and by the keys +, - and 0', async () => {
  const { app, view } = await openTable();
  const zoom = () => view.getByRole('status').textContent;

  await app.user.click(view.getByRole('button', { name: '拡大' }));
  expect(zoom()).toBe('125%');
  await app.user.keyboard('+');
  expect(zoom()).toBe('156%');
  await app.user.keyboard('0');
  expect(zoom()).toBe('100%');
  await app.user.keyboard('-');
  expect(zoom()).toBe('80%');
  for (let times = 0; times < 5; times += 1) await app.user.keyboard('-');
  expect(zoom()).toBe('50%');
});

test('a link in an enlarged table closes the view and opens its target as in the text', async () => {
  const { app, view } = await openTable();
  await app.user.click(view.getByRole('link', { name: '前の章' }));

  await waitFor(() => expect(screen.queryByRole('dialog', { name: TABLE })).toBeNull());
  await waitFor(() => expect(app.href).toBe('/lessons/git-files'));
});

test('a picture opens in the same full view as a table', async () => {
  const app = await renderApp({ user: 'student', path: '/lessons/security-passkeys' });
  const [picture] = await screen.findAllByRole('button', { name: /^画像を拡大：/ });

  await app.user.click(picture as HTMLElement);

  const view = within(await screen.findByRole('dialog', { name: /^パスキーでログイン/ }));
  expect(view.getAllByRole('img')).toHaveLength(1);
  await app.user.click(view.getByRole('button', { name: '拡大を閉じる' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^パスキーでログイン/ })).toBeNull());
});
