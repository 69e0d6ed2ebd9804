/** Tests that a completed course stays completed after a teacher has changed it, on every screen. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useMadeCourses } from '@tests/support/course-editing';
import { callAs, demoSession, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline } from '@tests/support/outline';
import { beforeEach, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import { chaptersOf, lessonsOf } from '@/api/outline';

useOwnServer('completions');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
const main = () => within(screen.getByRole('main'));
const title = (name: string | RegExp) => main().findByRole('heading', { level: 1, name });
let course: CourseDetail;

/** Adds a lesson, as a teacher, to the course that student2 has completed. */
const addLesson = () =>
  callAs('teacher', 'POST', '/lessons/', { chapterId: chaptersOf(course.sections)[0]?.id, title: '追加' });

beforeEach(async () => {
  course = await addOutline(await makeCourse());
  await callAs('teacher', 'PATCH', `/courses/${course.id}`, { status: 'published' });
  for (const { id } of lessonsOf(course.sections)) await callAs('student2', 'PUT', `/progress/lesson/${id}`);
});

test('home opens the certificate of a completed course with one press, even after the course was deleted', async () => {
  await callAs('teacher', 'DELETE', `/courses/${course.id}`);
  const app = await renderApp({ user: 'student2', path: '/' });
  const row = await main().findByRole('link', { name: `「${course.title}」の 修了証` });
  await app.user.click(row);

  await title('修了証');
  main().getByText('の全3レッスンを読み終えました。', { exact: false });
  const lessons = main()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lessons).toEqual(lessonsOf(course.sections).map((lesson) => lesson.title));
});

test('a lesson added later is shown as new on the course’s screen, and the certificate stays', async () => {
  await addLesson();
  const app = await renderApp({ user: 'student2', path: `/courses/${course.id}` });
  const completed = within(await main().findByRole('region', { name: /^修了（\d+年\d+月\d+日）・新しいレッスン 1$/ }));
  await app.user.click(completed.getByRole('link', { name: '修了証を見る' }));

  await title('修了証');
  main().getByText('の全3レッスンを読み終えました。', { exact: false });
  expect(main().queryByText('追加')).toBeNull();
});

test('the study record, the list of courses and staff’s screens show that the course is completed', async () => {
  await addLesson();
  const app = await renderApp({ user: 'teacher', path: '/users/record/user-student2' });
  const links = await main().findAllByRole('link', { name: `「${course.title}」の 修了証` });
  const link = links.find((one) => one.getAttribute('href')?.endsWith(`/${course.id}`));
  expect(link?.closest('section')?.textContent).toMatch(
    /修了（\d+年\d+月\d+日）・新しいレッスン 1 ・ 3 \/ 4 レッスン読了 ・ 3件/,
  );
  await app.goTo('/users/detail/user-student2');

  await main().findByText(/^修了（\d+年\d+月\d+日）・新しいレッスン 1$/);
});

test('on a server that records no completions, the device stores the day on which it saw the course completed', async () => {
  const { userId } = await demoSession('student2');
  const [first, ...rest] = lessonsOf(course.sections);
  const readAt = '2026-11-20T03:00:00.000Z';
  const answerWith = (lessonCount: number) =>
    network.answer(`GET /progress/detail/${userId}`, 200, {
      userId,
      courses: [
        {
          courseId: course.id,
          courseTitle: course.title,
          lessonCount,
          readLessons: [first, ...rest].map((lesson) => ({ lessonId: lesson?.id, readAt })),
          questionSets: [],
        },
      ],
    });
  answerWith(3);
  const app = await renderApp({ user: 'student2', path: `/courses/${course.id}` });
  await main().findByRole('region', { name: '修了（2026年11月20日）' });
  await addLesson();
  answerWith(4);
  await app.reload();

  await waitFor(() => main().getByRole('region', { name: '修了（2026年11月20日）・新しいレッスン 1' }));
});
