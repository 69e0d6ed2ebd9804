/** The learner's journey on a foreign server: the same steps behind each dialect. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';

import { renderApp } from './app';
import { installCaches } from './fake-caches';
import type { ForeignServer } from './foreign-servers';
import type { NetworkStub } from './network-stub';
import { sendAtOnce } from './undo-time';

const COURSE = 'Gitとコマンドライン';
const LESSON = 'パイプとリダイレクト';
const NEXT = '手順をシェルスクリプトにまとめる';
const main = () => within(screen.getByRole('main'));
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const actions = () => within(screen.getByRole('group', { name: 'レッスンの操作' }));
const footer = () => within(screen.getByRole('group', { name: '問題の操作' }));
const card = () => within(screen.getByRole('region', { name: 'この端末に保存' }));

/** Signs in as a demo learner, by the login screen. */
export async function signInAtLogin(username: string) {
  const app = await renderApp({ path: '/login' });
  await app.user.type(screen.getByLabelText('ユーザー名'), username);
  await app.user.type(screen.getByLabelText('パスワード'), 'demo-password');
  await app.user.click(screen.getByRole('button', { name: 'ログイン' }));
  await findTitle(/のホーム/);
  return app;
}

/** Opens the course and one of its lessons by their links. */
export async function openLesson(app: Awaited<ReturnType<typeof renderApp>>, lesson = LESSON) {
  await app.goTo('/courses');
  await app.user.click(await main().findByRole('link', { name: new RegExp(COURSE) }));
  await findTitle(COURSE);
  await app.user.click((await main().findAllByRole('link', { name: new RegExp(lesson) }))[0] as HTMLElement);
  await findTitle(lesson);
}

/** Reads a lesson and marks it as read, solves its question set and submits. */
export async function studyOnline(server: ForeignServer): Promise<void> {
  const app = await signInAtLogin('matsumoto');
  await openLesson(app);
  await within(await screen.findByRole('article')).findByRole('heading', { level: 2, name: '出力の行き先を変える' });
  await app.user.click(actions().getByRole('button', { name: /読了/ }));
  await sendAtOnce();
  await waitFor(() =>
    expect(server.seen.filter(({ call }) => call.startsWith('PUT /progress/lesson/'))).toHaveLength(1),
  );

  await app.user.click((await screen.findAllByRole('link', { name: /を解く$/ }))[0] as HTMLElement);
  await screen.findByText(/^1 \/ 6 問・/);
  const solving = app.href.split('?')[0] ?? '';
  await app.user.keyboard('2');
  await app.goTo(`${solving}?view=overview`);
  await app.user.click(await footer().findByRole('button', { name: '提出する' }));
  await screen.findByText('送信済み');
  expect(main().getByText(/\/ 6 問正解/)).toBeDefined();
  expect(server.seen.filter(({ call }) => call === 'POST /submit/')).toHaveLength(1);
  await app.goTo('/mypage');
  await screen.findByText(new RegExp(COURSE));
}

/**
 * Saves a course, checks it without a network, marks a lesson as read without one, and sends that once the network is
 * back.
 */
export async function studyOffline(server: ForeignServer, network: NetworkStub): Promise<void> {
  installCaches();
  const app = await signInAtLogin('matsumoto');
  await openLesson(app, NEXT);
  await app.goTo('/courses');
  await app.user.click(await main().findByRole('link', { name: new RegExp(COURSE) }));
  await findTitle(COURSE);
  await screen.findByRole('region', { name: 'この端末に保存' });
  await app.user.click(await card().findByRole('button', { name: 'この端末に保存' }));
  await card().findByText('保存済み');
  network.cut();
  await app.user.click(await card().findByRole('button', { name: '出発前チェック' }));
  expect((await card().findByText(/機内モードで開けます$/)).textContent).toMatch(/^(\d+)\/\1 /);

  await app.user.click((await main().findAllByRole('link', { name: new RegExp(NEXT) }))[0] as HTMLElement);
  await findTitle(NEXT);
  const before = server.seen.length;
  await app.user.click(actions().getByRole('button', { name: /読了/ }));
  await sendAtOnce();
  network.restore();
  fireEvent(window, new Event('online'));
  const reads = () => server.seen.slice(before).filter(({ call }) => call.startsWith('PUT /progress/lesson/'));
  await waitFor(() => expect(reads()).toHaveLength(1));
}
