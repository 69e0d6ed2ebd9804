/** A course is published and taken back; what learners would find empty is said before they can. */
import { screen, waitFor, within } from '@testing-library/dom';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { addOutline, openOutline } from '@tests/support/outline';
import { useWire } from '@tests/support/wire';
import { beforeEach, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';

useOwnServer('publishing');
const wire = useWire();
const { makeCourse } = useMadeCourses();
let course: CourseDetail;

beforeEach(async () => {
  course = await addOutline(await makeCourse());
});
const openCourse = () => openOutline(`/courses/${course.id}`);

test('it says before it is published what learners would find empty, and is not published by that', async () => {
  const app = await openCourse();
  await press(app, '公開する');

  const gaps = within(await screen.findByRole('group', { name: '公開する前に' }));
  expect(gaps.getByText(/空きが4か所/)).toBeTruthy();
  expect(gaps.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'レッスン「道具」に本文がありません。',
    'レッスン「置き場所」に本文がありません。',
    'レッスン「手順」に本文がありません。',
    'セクション「後半」にチャプターがありません。',
  ]);
  await press(app, '公開しない');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '公開する' }));
  expect(wire.words().filter((words) => words.startsWith('PATCH'))).toEqual([]);
});

test('it is published and taken back in place', async () => {
  const app = await openCourse();
  wire.answer(`PATCH /courses/${course.id}`, 200, { ...course, status: 'published' });
  wire.answer(`GET /courses/${course.id}`, 200, { ...course, status: 'published' });
  await press(app, '公開する');
  await press(app, 'このまま公開する');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '下書きに戻す' }).disabled).toBe(false),
  );
  expect(wire.sent.findLast(({ method }) => method === 'PATCH')?.body).toBe('{"status":"published"}');
  wire.mend();
  wire.answer(/^PATCH/, 500, {});
  await press(app, '下書きに戻す');

  await screen.findByText('サーバーで問題が起きました。時間をおいて、もう一度お試しください。');
});
