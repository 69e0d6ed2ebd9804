/** Creating and editing courses: what the form checks, sends, keeps, and says when it fails. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, signInAs, useOwnServer } from '@tests/support/demo';
import { useWire } from '@tests/support/wire';
import { afterEach, describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import { ownerKey } from '@/session/session';
import { listOwned } from '@/storage/owned-store';

useOwnServer('course-forms');
const wire = useWire();
const made: string[] = [];

/** A draft of the teacher's own; drafts are nothing to the learners of other tests. */
async function makeCourse(values: object = {}): Promise<CourseDetail> {
  const course = (await callAs('teacher', 'POST', '/courses/', { title: '試作のコース', ...values })) as CourseDetail;
  made.push(course.id);
  return course;
}

afterEach(async () => {
  wire.mend();
  const gone = made.splice(0).map((id) => callAs('teacher', 'DELETE', `/courses/${id}`).catch(() => undefined));
  await Promise.all(gone);
});

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'タイトル' });
const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '説明' });
const press = async (app: OpenedApp, name: string) => app.user.click(await screen.findByRole('button', { name }));
const sentTo = (which: string) => wire.sent.filter(({ method, path }) => `${method} ${path}` === which);

async function draftsOf(user: string) {
  const owner = await signInAs(user);
  return (await listOwned('drafts', ownerKey(owner))).map(([key]) => key);
}

async function retype(app: OpenedApp, field: HTMLElement, text: string): Promise<void> {
  await app.user.clear(field);
  await app.user.click(field);
  await app.user.paste(text);
}

describe('who may not edit', () => {
  test.each([
    ['/courses', 'コース'],
    ['/courses/git', 'Gitとコマンドライン'],
    ['/courses/git?preview=true', 'Gitとコマンドライン'],
    ['/sections/git-s1', 'コマンドラインの基本'],
    ['/lessons/git-terminal', 'ターミナルとコマンドの形'],
    ['/courses/new', 'コースを作成'],
    ['/courses/edit/git', 'コースを編集'],
    ['/sections/new?courseId=git', 'セクションを作成'],
  ])('finds nothing to edit at %s', async (path, heading) => {
    await renderApp({ user: 'student', path });

    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1, name: heading });
    expect(main.queryByRole('form')).toBeNull();
    expect(main.queryByRole('button', { name: /編集|削除|並べ替え|追加|上へ|公開する/ })).toBeNull();
    expect(main.queryByRole('link', { name: /編集|作成|追加|受講者の見え方/ })).toBeNull();
  });
});

describe('a new course', () => {
  test.each(['staff', 'teacher', 'admin'])('is created by %s as a draft, and opens to be filled', async (user) => {
    const app = await renderApp({ user, path: '/courses' });
    await app.user.click(screen.getByRole('link', { name: 'コースを作成' }));
    await app.user.type(await screen.findByRole('textbox', { name: 'タイトル' }), ' 表計算の基本 ');
    await app.user.type(description(), '式と表。');
    await press(app, '作成');

    await screen.findByRole('heading', { level: 1, name: '表計算の基本' });
    expect(app.href).toMatch(/^\/courses\/[\w-]+$/);
    made.push(app.href.slice('/courses/'.length));
    expect(within(screen.getByRole('main')).getAllByText('下書き')).toHaveLength(1);
    expect(screen.getAllByText('セクションはまだありません')).toHaveLength(1);
    await app.goTo('/courses');
    await screen.findByRole('heading', { level: 2, name: '表計算の基本' });
  });

  test('needs a title of 200 letters at the most, and a description of 5000', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await press(app, '作成');
    expect((await screen.findByRole('alert')).textContent).toContain('タイトル入力してください。');
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(title().maxLength).toBe(200);
    await retype(app, description(), 'あ'.repeat(5001));
    await app.user.tab();

    await screen.findAllByText('5000文字以内にしてください。');
    expect(sentTo('POST /courses/')).toEqual([]);
  });

  test('is sent once, however often 作成 is pressed', async () => {
    const release = wire.hold('POST /courses/');
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '二度押し');
    await app.user.dblClick(screen.getByRole('button', { name: '作成' }));
    await app.user.keyboard('{Control>}s{/Control}');
    await screen.findByText('保存中…');
    release();

    await screen.findByRole('heading', { level: 1, name: '二度押し' });
    made.push(app.href.slice('/courses/'.length));
    expect(sentTo('POST /courses/')).toHaveLength(1);
  });

  test('shows what was typed as text, whatever it looks like', async () => {
    const hostile = '<img src=x onerror=alert(1)>{{7*7}}\u202E';
    const course = await makeCourse({ title: hostile, description: '<script>alert(1)</script>\n**太字**' });
    await renderApp({ user: 'teacher', path: `/courses/${course.id}` });

    await screen.findByRole('heading', { level: 1, name: (name) => name.startsWith('<img src=x onerror=alert(1)>') });
    const main = screen.getByRole('main');
    expect(main.textContent).toContain('<script>alert(1)</script>');
    expect(main.querySelector('img, script')).toBeNull();
  });

  test('takes only a picture as its cover, by its bytes', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    const file = new File(['<svg onload="alert(1)"/>'], '表紙.png', { type: 'image/png' });
    await app.user.upload(screen.getByLabelText('表紙の画像のファイル'), file);

    await screen.findByText('表紙.png：使えるのは PNG・JPEG・WebP・GIF・AVIF の画像です。');
  });
});

describe('a save that fails', () => {
  test.each([
    [403, { detail: 'だめ' }, 'アクセスが拒否されました。保存する権限がありません。'],
    [404, {}, '保存先が見つかりません。'],
    [413, { detail: '送れる大きさは1 MBまでです。' }, '送れる大きさは1 MBまでです。'],
    [422, { detail: '保存できない文字が含まれています。' }, '保存できない文字が含まれています。'],
    [429, {}, '一時的に止めています。'],
    [500, {}, 'サーバーで問題が起きました。'],
    [502, '<html>Bad gateway</html>', '別の答えが返ってきました。'],
    [200, '<html>portal</html>', 'ネットワークのログインが必要かもしれません。'],
  ])('with %i says so, and keeps what was typed', async (status, body, words) => {
    wire.answer('POST /courses/', status, body);
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '大切な題');
    await press(app, '作成');

    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(title().value).toBe('大切な題');
    expect(app.href).toBe('/courses/new');
  });

  test("puts the server's word on a field beside the field", async () => {
    const errors = [{ path: 'title', message: '同じ題のコースがあります。' }];
    wire.answer('POST /courses/', 422, { title: '入力に誤りがあります', errors });
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '同じ題');
    await press(app, '作成');

    await waitFor(() => expect(screen.getAllByText('同じ題のコースがあります。')).toHaveLength(2));
    expect(title().getAttribute('aria-invalid')).toBe('true');
    await app.user.type(title(), 'ではない');
    expect(screen.queryByText('同じ題のコースがあります。')).toBeNull();
  });

  test('without a network keeps the form, and goes through when there is one again', async () => {
    wire.cut('POST /courses/');
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '圏外の題');
    await press(app, '作成');
    await screen.findByText('接続できませんでした。入力した内容はこのまま残っています。');
    expect(screen.getAllByText('オフラインです。つながると保存できます。')).toHaveLength(1);
    wire.mend();
    await press(app, '作成');

    await screen.findByRole('heading', { level: 1, name: '圏外の題' });
    made.push(app.href.slice('/courses/'.length));
  });
});

describe('unsaved work', () => {
  test('is offered after a crash, restored, and gone once it is saved', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await waitFor(async () => expect(await draftsOf('teacher')).toEqual(['form|course|new']));
    await app.reload();
    await screen.findByRole('group', { name: '前回の書きかけ' });
    expect(title().value).toBe('');
    await press(app, '復元');
    expect(title().value).toBe('書きかけ');
    await press(app, '作成');
    await screen.findByRole('heading', { level: 1, name: '書きかけ' });
    made.push(app.href.slice('/courses/'.length));

    await waitFor(async () => expect(await draftsOf('teacher')).toEqual([]));
  });

  test('can be thrown away', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await waitFor(async () => expect(await draftsOf('teacher')).toHaveLength(1));
    await app.reload();
    await screen.findByRole('group', { name: '前回の書きかけ' });
    await press(app, '破棄');

    await waitFor(async () => expect(await draftsOf('teacher')).toEqual([]));
    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
  });

  test('is shown to nobody else on the same device', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await waitFor(async () => expect(await draftsOf('teacher')).toHaveLength(1));
    await signInAs('admin');
    await app.reload();

    await screen.findByRole('textbox', { name: 'タイトル' });
    expect(await draftsOf('admin')).toEqual([]);
    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
  });

  test('is asked about before it is left, and kept as a draft', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await press(app, 'キャンセル');
    await app.user.click(await screen.findByRole('button', { name: 'とどまる' }));
    expect(title().value).toBe('書きかけ');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(app, 'キャンセル');
    await app.user.click(await screen.findByRole('button', { name: '保存せずに移動' }));

    await screen.findByRole('heading', { level: 1, name: 'コース管理' });
    expect(await draftsOf('teacher')).toEqual(['form|course|new']);
  });

  test('is none of it when nothing was changed', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/edit/git' });
    await press(app, 'キャンセル');

    await screen.findByRole('heading', { level: 1, name: 'Gitとコマンドライン' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a course that somebody else has changed meanwhile', () => {
  async function conflict() {
    const course = await makeCourse();
    const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
    await callAs('staff', 'PATCH', `/courses/${course.id}`, { title: '先に直した題' });
    await retype(app, title(), '自分の題');
    await press(app, '保存');
    const dialog = await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    return { app, dialog, path: `/courses/${course.id}` };
  }

  test('is not overwritten without a question that says since when', async () => {
    const { app, dialog, path } = await conflict();
    expect(dialog.textContent).toMatch(/\d{4}年\d+月\d+日.*に保存された/);
    expect(await callAs('teacher', 'GET', path)).toMatchObject({ title: '先に直した題' });
    await press(app, '編集に戻る');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(title().value).toBe('自分の題');
    await press(app, '保存');
    await app.user.click(await screen.findByRole('button', { name: '自分の内容で上書き' }));

    await screen.findByRole('heading', { level: 1, name: '自分の題' });
    expect(await callAs('teacher', 'GET', path)).toMatchObject({ title: '自分の題' });
  });

  test('can be loaded instead', async () => {
    const { app, path } = await conflict();
    await press(app, '新しい内容を読み込む');

    await waitFor(() => expect(title().value).toBe('先に直した題'));
    expect(await callAs('teacher', 'GET', path)).toMatchObject({ title: '先に直した題' });
  });

  test('is asked about too when an older draft is restored', async () => {
    const course = await makeCourse();
    const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
    await retype(app, title(), '自分の題');
    await waitFor(async () => expect(await draftsOf('teacher')).toHaveLength(1));
    await callAs('staff', 'PATCH', `/courses/${course.id}`, { title: '先に直した題' });
    await app.reload();
    await screen.findByRole('group', { name: '前回の書きかけ' });
    expect(title().value).toBe('先に直した題');
    await press(app, '復元');
    await press(app, '保存');

    await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    expect(title().value).toBe('自分の題');
  });

  test('below its own fields is no conflict', async () => {
    const course = await makeCourse();
    const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
    await callAs('staff', 'POST', '/sections/', { courseId: course.id, title: '新しいセクション' });
    await retype(app, title(), '直した題');
    await press(app, '保存');

    await screen.findByRole('heading', { level: 1, name: '直した題' });
    await screen.findByRole('heading', { level: 2, name: '新しいセクション' });
  });
});
