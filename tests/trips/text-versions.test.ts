/**
 * Tests the version history (版の履歴): saved versions of a lesson's text, their difference to the editor's text, and
 * restoring one.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import type { OpenedApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import {
  makeOldLesson,
  openLesson,
  readEditor,
  readLesson,
  save,
  storedText,
  write,
} from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Content } from '@/api/files/contents';
import { lessonOfVersion } from '@/api/files/version-names';

useOwnServer('text-versions');
const network = useNetworkStub();
let lessonId: string;
let app: OpenedApp;

const listFiles = async () => ((await callAs('teacher', 'GET', '/content/?size=200')) as { items: Content[] }).items;
const text = async () => storedText(await readLesson(lessonId));

async function saveText(words: string): Promise<void> {
  await write(words);
  await app.user.click(save());
  await waitFor(async () => expect(await text()).toBe(words));
  await waitFor(() => expect(screen.queryByText('保存中…')).toBeNull());
}

async function openHistory() {
  await app.user.click(screen.getByRole('button', { name: '版の履歴' }));
  return within(await screen.findByRole('dialog', { name: '版の履歴' }));
}
type History = Awaited<ReturnType<typeof openHistory>>;

/** The versions as the dialog lists them. */
async function rowsOf(history: History): Promise<string[]> {
  const list = within(await history.findByRole('list', { name: '版' }));
  return list.getAllByRole('button').map((row) => row.textContent ?? '');
}

/** Opens a version in the dialog by its index, where 0 is the newest. */
async function show(history: History, index: number): Promise<void> {
  const list = within(await history.findByRole('list', { name: '版' }));
  const row = list.getAllByRole('button')[index];
  if (!row) throw new Error(`No version ${index}`);
  await app.user.click(row);
}
const putBack = () => screen.getByRole('button', { name: 'この版に戻す' });

beforeEach(async () => {
  lessonId = await makeOldLesson();
  app = await openLesson(lessonId, 'staff');
});

test('版の履歴 (version history) of a lesson without an earlier version says so', async () => {
  const history = await openHistory();

  await history.findByText('以前の版はありません');
});

test('版の履歴 (version history) lists each save, newest first, under the lesson’s name, and marks the version in use', async () => {
  for (const words of ['一の本文', '二の本文', '三の本文'.repeat(400)]) await saveText(words);
  const files = (await listFiles()).filter(({ fileName }) => lessonOfVersion(fileName) === lessonId);
  expect(files).toHaveLength(3);

  const rows = await rowsOf(await openHistory());
  expect(rows).toEqual([
    expect.stringMatching(/^今日 \d\d:\d\d現在5 kB$/),
    expect.stringMatching(/^今日 \d\d:\d\d1 kB$/),
    expect.stringMatching(/^今日 \d\d:\d\d1 kB$/),
  ]);
});

describe('a version', () => {
  beforeEach(async () => {
    await saveText('# 見出し\n\n同じ行\n\n前の行');
    await saveText('# 見出し\n\n同じ行\n\n今の行');
  });

  test('an earlier version of a lesson is shown as a difference to the editor’s text, and as learners would see it', async () => {
    const history = await openHistory();
    await show(history, 1);
    const diff = within(await history.findByRole('group', { name: 'いまの本文との違い' }));

    expect(diff.getByText('前の行').closest('ins')?.textContent).toBe('＋増える行：前の行');
    expect(diff.getByText('今の行').closest('del')?.textContent).toBe('−消える行：今の行');
    expect(diff.getByText('同じ行').closest('ins, del')).toBeNull();

    await app.user.click(history.getByRole('radio', { name: 'この版の本文' }));
    await history.findByRole('heading', { name: '見出し' });
    await history.findByText('前の行');
  });

  test('the version in use, if unchanged in the editor, has no difference and cannot be restored', async () => {
    const history = await openHistory();
    await show(history, 0);

    await history.findByText('いまの本文と同じです。');
    expect(history.queryByRole('button', { name: 'この版に戻す' })).toBeNull();
  });

  test('an earlier version of a lesson is restored by a save, and the replaced text can be restored in turn', async () => {
    const { updatedAt } = await readLesson(lessonId);
    await show(await openHistory(), 1);
    await screen.findByRole('group', { name: 'いまの本文との違い' });
    await app.user.click(putBack());

    await waitFor(async () => expect(await text()).toContain('前の行'));
    const [patch] = network.sent.filter(({ method }) => method === 'PATCH').slice(-1);
    expect(JSON.parse(patch?.body ?? '{}')).toMatchObject({ updatedAt });
    expect(await readEditor()).toContain('前の行');
    await waitFor(() => expect(screen.queryByText(/^未保存の変更/)).toBeNull());

    const history = await openHistory();
    await waitFor(async () => expect(await rowsOf(history)).toHaveLength(3));
    await show(history, 1);
    await history.findByRole('group', { name: 'いまの本文との違い' });
    await app.user.click(putBack());
    await waitFor(async () => expect(await text()).toContain('今の行'));
  });

  test('restoring an earlier version of a lesson replaces unsaved text only after a confirmation', async () => {
    await write('書きかけ');
    await screen.findByText(/^未保存の変更/);
    const history = await openHistory();
    await show(history, 1);
    await history.findByRole('group', { name: 'いまの本文との違い' });
    await app.user.click(putBack());
    await history.findByText('まだ保存していない本文は失われます。');
    expect(await readEditor()).toBe('書きかけ');

    await app.user.click(putBack());
    await waitFor(async () => expect(await text()).toContain('前の行'));
    expect(await readEditor()).toContain('前の行');
  });

  test('restoring an earlier version of a lesson asks first when another person has saved meanwhile', async () => {
    const history = await openHistory();
    await show(history, 1);
    await history.findByRole('group', { name: 'いまの本文との違い' });
    const other = (await listFiles()).find(({ fileName }) => fileName === 'git-pipes.md');
    await callAs('admin', 'PATCH', `/lessons/${lessonId}`, { contentId: other?.id });
    await app.user.click(putBack());

    const question = await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    expect((await readLesson(lessonId)).contentId).toBe(other?.id);
    await app.user.click(within(question).getByRole('button', { name: '自分の内容で上書き' }));
    await waitFor(async () => expect(await text()).toContain('前の行'));
  });

  test('fault: the connection is lost while a version is restored → its text stays unsaved in the editor, and is saved once', async () => {
    const history = await openHistory();
    await show(history, 1);
    await history.findByRole('group', { name: 'いまの本文との違い' });
    network.cut(/^PATCH /);
    await app.user.click(putBack());
    await screen.findByRole('alert');
    expect(await readEditor()).toContain('前の行');
    expect(await text()).toContain('今の行');

    network.restore();
    await app.user.click(save());
    await waitFor(async () => expect(await text()).toContain('前の行'));
    const files = (await listFiles()).filter(({ fileName }) => lessonOfVersion(fileName) === lessonId);
    expect(files).toHaveLength(3);
  });
});

test('text files that earlier builds uploaded are listed by the lesson’s title, apart from its versions', async () => {
  await callAs('teacher', 'PATCH', `/lessons/${lessonId}`, { title: 'git-pipes' });
  app = await openLesson(lessonId, 'teacher');
  const history = await openHistory();

  await history.findByText('以前の版はありません');
  const list = within(await history.findByRole('list', { name: '同じタイトルのファイル' }));
  await app.user.click(list.getByRole('button'));
  await history.findByRole('group', { name: 'いまの本文との違い' });
  await app.user.click(putBack());
  await waitFor(async () => expect((await readLesson(lessonId)).contentId).toBeTruthy());
  expect(await text()).toBe(await readEditor());
});

test('版の履歴 (version history) shows that it needs a connection, and loads when there is one', async () => {
  await saveText('一');
  await saveText('二');
  network.cut();
  const history = await openHistory();
  await history.findByText('版の履歴を見るには、通信が必要です');
  network.restore();
  await app.user.click(await history.findByRole('button', { name: 'もう一度' }));

  await waitFor(async () => expect(await rowsOf(history)).toHaveLength(2));
});

test('on a server without capabilities 版の履歴 (version history) reads all pages of files, without extra parameters', async () => {
  const info = (await callAs('teacher', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  app = await openLesson(lessonId, 'teacher');
  await saveText('一');
  await saveText('二');

  expect(await rowsOf(await openHistory())).toHaveLength(2);
  const lists = network.calls().filter((call) => call.startsWith('GET /content/?'));
  expect(lists.length).toBeGreaterThan(0);
  for (const call of lists) expect(call).not.toMatch(/[?&](?:q|ids|uses)=/);
});
