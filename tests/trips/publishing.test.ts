/** Tests publishing and unpublishing a course; before publishing, an editor sees the parts that are still empty. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press, retype, title, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, openOutline } from '@tests/support/outline';
import { beforeEach, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';

useOwnServer('publishing');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
let course: CourseDetail;

beforeEach(async () => {
  course = await addOutline(await makeCourse());
});
const openCourse = () => openOutline(`/courses/${course.id}`);

test('publishing a course first lists the empty sections and lessons, without publishing it', async () => {
  const app = await openCourse();
  await press(app, '公開する');

  const gaps = within(await screen.findByRole('group', { name: '公開する前に' }));
  expect(gaps.getByText(/中身のないところが4か所/)).toBeTruthy();
  expect(gaps.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'レッスン「道具」に本文がありません。',
    'レッスン「置き場所」に本文がありません。',
    'レッスン「手順」に本文がありません。',
    'セクション「後半」にチャプターがありません。',
    'レッスン「手順」の問題集「確認」解説のない問題 1件（問1）',
  ]);
  expect(network.calls().filter((words) => words.startsWith('GET /lessons/?'))).toEqual([
    `GET /lessons/?courseId=${course.id}&page=1&size=200`,
  ]);
  await press(app, 'キャンセル');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '公開する' }));
  expect(network.calls().filter((words) => words.startsWith('PATCH'))).toEqual([]);
});

test.each([
  ['3 lessons', 3, '受講者には見えません。公開すると、全員の課題が3レッスン増えます。'],
  ['no lesson', 0, '受講者には見えません。'],
  ['a number of lessons that the server does not send', undefined, '受講者には見えません。'],
])('a draft with %s says what publishing adds', async (_, lessonCount, words) => {
  network.answer(`GET /courses/${course.id}`, 200, { ...course, lessonCount });
  await openCourse();

  expect(screen.getByText(/^受講者には見えません/).textContent).toBe(words);
});

test('a course is published and unpublished without leaving its screen', async () => {
  const app = await openCourse();
  network.answer(`PATCH /courses/${course.id}`, 200, { ...course, status: 'published' });
  network.answer(`GET /courses/${course.id}`, 200, { ...course, status: 'published' });
  await press(app, '公開する');
  await press(app, 'このまま公開する');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '下書きに戻す' }).disabled).toBe(false),
  );
  expect(network.sent.findLast(({ method }) => method === 'PATCH')?.body).toBe('{"status":"published"}');
  network.restore();
  network.answer(/^PATCH/, 500, {});
  await press(app, '下書きに戻す');
  const dialog = within(await screen.findByRole('dialog', { name: '「試作のコース」を下書きに戻す' }));
  await app.user.click(dialog.getByRole('button', { name: '下書きに戻す' }));

  await screen.findByText('サーバーで問題が起きました。時間をおいて、もう一度お試しください。');
});

test('the form of a course asks about empty parts before it publishes, and saves nothing until confirmed', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
  const writes = () => network.calls().filter((words) => /^(PATCH|POST)/.test(words));
  await retype(app, title(), '公開する題');
  await app.user.click(await screen.findByRole('radio', { name: '公開' }));
  await press(app, '保存');

  const dialog = within(await screen.findByRole('dialog', { name: '公開する前に' }));
  await dialog.findByText(/中身のないところが4か所/);
  expect(dialog.getAllByRole('listitem')).toHaveLength(5);
  await app.user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  expect((await screen.findByRole('alert')).textContent).toContain('保存していません。');
  expect([writes(), title().value]).toEqual([[], '公開する題']);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(app, '保存');
  await press(app, 'このまま公開する');
  await screen.findByRole('heading', { level: 1, name: '公開する題' });
  expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({ status: 'published' });
  expect(writes()).toHaveLength(1);
});

test('the form saves an unpublished course at once; before a new course is published, the form says that it has no sections', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
  await retype(app, title(), '下書きの題');
  await press(app, '保存');
  await screen.findByRole('heading', { level: 1, name: '下書きの題' });

  await app.goTo('/courses/new');
  await screen.findByRole('textbox', { name: /^タイトル/ });
  await retype(app, title(), '空のコース');
  await app.user.click(await screen.findByRole('radio', { name: '公開' }));
  await press(app, '追加');
  await screen.findByText('セクションがひとつもありません。');
});
