/** Tests unsaved work on a course: drafts on the device, and edits that another user saves meanwhile. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { cancelQuestion, press, retype, title, useMadeCourses } from '@tests/support/course-editing';
import { callAs, signInAs, useOwnServer } from '@tests/support/demo';
import { addOutline, firstSection, openOutline } from '@tests/support/outline';
import { describe, expect, test } from 'vitest';

import { readDrafts } from '@/device/drafts/form-draft-records';
import { ownerKey } from '@/session/session';
import { keepOwned, listOwned } from '@/storage/owned-store';

useOwnServer('course-versions');
const { made, makeCourse } = useMadeCourses();

async function draftsOf(user: string) {
  const owner = await signInAs(user);
  return (await listOwned('drafts', ownerKey(owner))).map(([key]) => key);
}

/** Returns the titles of the drafts of new courses, newest first. */
async function titlesKept(): Promise<unknown[]> {
  const owner = ownerKey(await signInAs('teacher'));
  return (await readDrafts(owner, 'form|course|new')).map(({ values }) => values.title);
}

/** Opens the form of a new course while it offers to restore an older draft, 「長い書きかけ」. */
async function openWithOffer() {
  const app = await renderApp({ user: 'teacher', path: '/courses/new' });
  await app.user.type(title(), '長い書きかけ');
  await screen.findByText(/書きかけは端末に保存済み/);
  await app.reload();
  await screen.findByRole('group', { name: '前回の書きかけ' });
  return app;
}

describe('unsaved work', () => {
  test('a draft of the course’s form is offered after a crash, restored, and deleted once the course is saved', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await waitFor(async () => expect(await draftsOf('teacher')).toEqual(['form|course|new']));
    await app.reload();
    await screen.findByRole('group', { name: '前回の書きかけ' });
    expect(title().value).toBe('');
    await press(app, '復元');
    expect(title().value).toBe('書きかけ');
    await press(app, '追加');
    await screen.findByRole('heading', { level: 1, name: '書きかけ' });
    made.push(app.href.slice('/courses/'.length));

    await waitFor(async () => expect(await draftsOf('teacher')).toEqual([]));
  });

  test('an offered draft can be discarded', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await waitFor(async () => expect(await draftsOf('teacher')).toHaveLength(1));
    await app.reload();
    await screen.findByRole('group', { name: '前回の書きかけ' });
    await press(app, '破棄');

    await waitFor(async () => expect(await draftsOf('teacher')).toEqual([]));
    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
  });

  test('an offered draft that was neither restored nor discarded is kept beside the new text, and offered again after it', async () => {
    const app = await openWithOffer();
    await app.user.type(title(), 'あとから');
    await screen.findByText(/書きかけは端末に保存済み/);
    await app.reload();

    await screen.findByRole('group', { name: '前回の書きかけ' });
    await press(app, '復元');
    expect(title().value).toBe('あとから');
    await press(app, '復元');
    expect(title().value).toBe('長い書きかけ');
  });

  test('fault: 復元 (restore) is pressed over new text, or twice → the replaced text can be recovered, now and after a crash', async () => {
    const app = await openWithOffer();
    await app.user.type(title(), '一時間かけた');
    await press(app, '復元');
    expect(title().value).toBe('長い書きかけ');
    await waitFor(async () => expect(await titlesKept()).toEqual(['長い書きかけ', '一時間かけた']));

    await press(app, '復元');
    expect(title().value).toBe('一時間かけた');
    await waitFor(async () => expect(await titlesKept()).toEqual(['一時間かけた', '長い書きかけ']));
  });

  test('fault: another course is saved while a draft is offered → the draft stays, and is offered the next time', async () => {
    const app = await openWithOffer();
    await app.user.type(title(), '別のコース');
    await press(app, '追加');
    await screen.findByRole('heading', { level: 1, name: '別のコース' });
    made.push(app.href.slice('/courses/'.length));

    await waitFor(async () => expect(await titlesKept()).toEqual(['長い書きかけ']));
  });

  test('fault: another tab writes into the same form → the text of both tabs is kept', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    const owner = ownerKey(await signInAs('teacher'));
    await app.user.type(title(), 'この');
    await screen.findByText(/書きかけは端末に保存済み/);
    const theirs = { savedAt: '2026-11-20T00:00:00.000Z', values: { title: '別のタブの' } };
    await keepOwned('drafts', owner, 'form|course|new', theirs);

    await app.user.type(title(), 'タブの');
    await waitFor(async () => expect(await titlesKept()).toEqual(['このタブの', '別のタブの']));
    await app.user.clear(title());

    await waitFor(async () => expect(await titlesKept()).toEqual(['別のタブの']));
  });

  test('an offered draft stays when the user deletes the newly typed text again, and is deleted by 破棄 (discard)', async () => {
    const app = await openWithOffer();
    await app.user.type(title(), 'x');
    await screen.findByText(/書きかけは端末に保存済み/);
    await app.user.type(title(), '{Backspace}');
    await waitFor(() => expect(screen.queryByText(/書きかけは端末に保存済み/)).toBeNull());
    await app.reload();

    await screen.findByRole('group', { name: '前回の書きかけ' });
    await app.user.type(title(), 'x');
    await press(app, '破棄');
    await waitFor(async () => expect(await titlesKept()).toEqual(['x']));
  });

  test('a draft is not shown to other users of the device', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await waitFor(async () => expect(await draftsOf('teacher')).toHaveLength(1));
    await signInAs('admin');
    await app.reload();

    await screen.findByRole('textbox', { name: 'タイトル' });
    expect(await draftsOf('admin')).toEqual([]);
    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
  });

  test('the course’s form asks before the user leaves unsaved work, and keeps the work as a draft', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '書きかけ');
    await press(app, 'キャンセル');
    await cancelQuestion(app);
    expect(title().value).toBe('書きかけ');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(app, 'キャンセル');
    await app.user.click(await screen.findByRole('button', { name: '保存せずに移動' }));

    await screen.findByRole('heading', { level: 1, name: 'コース管理' });
    expect(await draftsOf('teacher')).toEqual(['form|course|new']);
  });

  test('leaving a form without changes asks nothing and stores no draft', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/edit/git' });
    await press(app, 'キャンセル');

    await screen.findByRole('heading', { level: 1, name: 'Gitとコマンドライン' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a course that another user changed meanwhile', () => {
  async function conflict() {
    const course = await makeCourse();
    const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
    await callAs('staff', 'PATCH', `/courses/${course.id}`, { title: '先に直した題' });
    await retype(app, title(), '自分の題');
    await press(app, '保存');
    const dialog = await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    return { app, dialog, path: `/courses/${course.id}` };
  }

  test('the course’s form asks before it overwrites a newer version, and shows when that version was saved', async () => {
    const { app, dialog, path } = await conflict();
    expect(dialog.textContent).toMatch(/編集中に、ほかの人が今日 \d+:\d\dに同じところを変えて保存しました。/);
    expect(await callAs('teacher', 'GET', path)).toMatchObject({ title: '先に直した題' });
    await cancelQuestion(app);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(title().value).toBe('自分の題');
    await press(app, '保存');
    await app.user.click(await screen.findByRole('button', { name: '自分の内容で上書き' }));

    await screen.findByRole('heading', { level: 1, name: '自分の題' });
    expect(await callAs('teacher', 'GET', path)).toMatchObject({ title: '自分の題' });
  });

  test('the newer version of a course can be loaded instead of being overwritten', async () => {
    const { app, path } = await conflict();
    await press(app, '新しい内容を読み込む');

    await waitFor(() => expect(title().value).toBe('先に直した題'));
    expect(await callAs('teacher', 'GET', path)).toMatchObject({ title: '先に直した題' });
  });

  test('restoring an older draft also asks before overwriting a newer version of the course', async () => {
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

  test('another user’s change of the course’s sections causes no conflict with an edit of the course’s own fields', async () => {
    const course = await makeCourse();
    const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
    await callAs('staff', 'POST', '/sections/', { courseId: course.id, title: '新しいセクション' });
    await retype(app, title(), '直した題');
    await press(app, '保存');

    await screen.findByRole('heading', { level: 1, name: '直した題' });
    await screen.findByRole('heading', { level: 2, name: '新しいセクション' });
  });
});

test('an outline row that another user deleted disappears when moving it fails', async () => {
  const course = await addOutline(await makeCourse());
  const app = await openOutline(`/courses/${course.id}`);
  await callAs('admin', 'DELETE', `/chapters/${firstSection(course).chapters?.[0]?.id}`);
  screen.getByRole('button', { name: '準備' }).focus();
  await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}');

  await screen.findByText(/見つかりません。ほかの人が削除した可能性があります。$/);
  await waitFor(() => expect(screen.queryByRole('heading', { name: '準備' })).toBeNull());
  await press(app, '閉じる');
  await waitFor(() => expect(screen.queryByText(/見つかりません。/)).toBeNull());
});
