/** Tests texts in the library of all files: their uses, which texts may be deleted, and earlier versions. */
import { screen, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { findEditor } from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, expect, test } from 'vitest';

import type { Content } from '@/api/files/contents';

useOwnServer('library');
const network = useNetworkStub();
const LIBRARY = 'アップロード済みのファイル';
let app: OpenedApp;

const listContents = async () => ((await callAs('teacher', 'GET', '/content/?size=200')) as { items: Content[] }).items;
const open = async () => {
  await app.user.click(screen.getByRole('button', { name: LIBRARY }));
  return within(await screen.findByRole('dialog', { name: LIBRARY }));
};

beforeEach(async () => {
  app = await renderApp({ user: 'teacher', path: '/lessons/new' });
  await findEditor();
});

test('the library lists texts separately, shows where each is used, and offers no deletion of a used text', async () => {
  const library = await open();
  await app.user.click(library.getByRole('radio', { name: 'Markdown' }));
  await app.user.type(library.getByRole('searchbox', { name: 'ファイル名でさがす' }), 'git-pipes.md');
  await app.user.click(await library.findByRole('button', { name: /git-pipes\.md/ }));
  expect(library.queryByRole('button', { name: '本文に入れる' })).toBeNull();
  const link = library.getByRole('link', { name: /^レッスン「パイプとリダイレクト」の本文/ });
  expect(link.getAttribute('href')).toBe('/lessons/git-pipes');
  await library.findByText('使われているあいだは、削除できません。');
  expect(library.queryByRole('button', { name: /を削除$/ })).toBeNull();
});

test('the server’s refusal to delete a file that came into use meanwhile is shown', async () => {
  network.answer(/^GET \/content\/\?/, 200, await listContents());
  const library = await open();
  await app.user.click(library.getByRole('radio', { name: 'Markdown' }));
  await app.user.type(library.getByRole('searchbox', { name: 'ファイル名でさがす' }), 'git-pipes.md');
  await app.user.click(await library.findByRole('button', { name: /git-pipes\.md/ }));
  await library.findByText('使われているところは、このサーバーではわかりません。');
  await app.user.click(library.getByRole('button', { name: '「git-pipes.md」を削除' }));
  await app.user.click(library.getByRole('button', { name: '「git-pipes.md」を削除' }));

  await library.findByText('レッスン「パイプとリダイレクト」の本文として使われています。');
  expect((await listContents()).some(({ fileName }) => fileName === 'git-pipes.md')).toBe(true);
});

test('earlier versions of a text are collapsed in the library, and found by the lesson’s title once they are shown', async () => {
  const use = { title: '安全の基本', lessonId: 'l1' };
  const file = { containerName: 'pub-container', fileType: 'md', byteLength: 10, updatedAt: '2026-11-22T00:00:00Z' };
  network.answer(/^GET \/content\/\?/, 200, [
    { ...file, id: 'f1', fileName: 'l1~20261126T170312Z~0a1b2c3d.md', uses: [{ kind: 'text', ...use }] },
    { ...file, id: 'f2', fileName: 'l1~20261126T170000Z~0a1b2c3d.md', uses: [{ kind: 'version', ...use }] },
    { ...file, id: 'f3', fileName: '別の本文.md', uses: [{ kind: 'trash', title: '消した課' }] },
  ]);
  const library = await open();
  await app.user.click(library.getByRole('radio', { name: 'Markdown' }));
  await library.findByText('2件');
  await library.findByText('ごみ箱の「消した課」');
  await app.user.click(library.getByRole('switch', { name: '以前の版も表示（1件）' }));
  await library.findByText('3件');
  await app.user.type(library.getByRole('searchbox', { name: 'ファイル名でさがす' }), '安全');
  await library.findByText('2件');
  await app.user.click(library.getByRole('button', { name: /以前の版$/ }));

  const uses = within(library.getByRole('list', { name: '使っているところ' }));
  expect(uses.getByRole('link').textContent).toBe('レッスン「安全の基本」の以前の版');
  await app.user.click(library.getByRole('button', { name: /を削除$/ }));
  await library.findByText('この版には戻せなくなります。元に戻せません。');
});
