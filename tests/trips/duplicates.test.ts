/**
 * Tests 「コピーを作成」 (duplicate a course or its parts): progress, a lost connection, stopping, and the confirmation before
 * learners see a duplicate.
 */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, demoSession, infoWithoutKeys, useOwnServer, useTripServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, chooseInRow, firstSection } from '@tests/support/outline';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import { chaptersOf } from '@/api/outline';

useOwnServer('duplicates-on-screen');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
const main = () => within(screen.getByRole('main'));
let course: CourseDetail;
let count = 0;

beforeEach(async () => {
  count += 1;
  course = await addOutline(await makeCourse({ title: `配線${count}` }));
});

test('a course is duplicated as a draft, with a message and a link to the duplicate', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  await chooseInRow(app, course.title, 'コピーを作成');
  await main().findByText(`「${course.title}のコピー」を作成しました。`);
  await app.user.click(main().getByRole('link', { name: 'コピーを開く' }));
  await screen.findByRole('heading', { level: 1, name: `${course.title}のコピー` });

  const duplicated = (await callAs('teacher', 'GET', app.href)) as CourseDetail;
  expect(duplicated).toMatchObject({
    status: 'draft',
    lessonCount: 3,
    sections: [{ title: '前半' }, { title: '後半' }],
  });
});

test('fault: the connection is lost during a duplicate → the screen shows how much was duplicated, and 続ける (continue) completes it', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  network.cutNew('POST /question-set/');
  await chooseInRow(app, course.title, 'コピーを作成');
  await main().findByText('9件中7件までコピーしました。');
  expect(main().getByRole('link', { name: 'できたところまで開く' })).toBeTruthy();
  network.restore();
  await press(app, '続ける');
  await main().findByText(`「${course.title}のコピー」を作成しました。`);

  const duplicates = (await callAs('teacher', 'GET', '/courses/?size=200')) as { items: CourseDetail[] };
  expect(duplicates.items.filter(({ title }) => title === `${course.title}のコピー`)).toMatchObject([
    { lessonCount: 3 },
  ]);
});

test('fault: the browser sends a create of a duplicate twice to a server without the capability idempotency-key → the duplicate is not called made until the double is deleted', async () => {
  network.answer('GET /info/', 200, await infoWithoutKeys());
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  network.sendTwice('POST /chapters/');
  await chooseInRow(app, course.title, 'コピーを作成');
  await main().findByText(
    'コピーの内容が元と同じではありません。余分なものを削除してから、「もう一度確認」を押してください。',
  );
  main().getByText('余分なもの：「準備」「実践」');
  expect(screen.queryByText(/を作成しました/)).toBeNull();
  const { sections } = await readDuplicate();
  for (const { id, lessons } of chaptersOf(sections))
    if (lessons?.length === 0) await callAs('teacher', 'DELETE', `/chapters/${id}`);
  await press(app, 'もう一度確認');

  await main().findByText(`「${course.title}のコピー」を作成しました。`);
});

/** The other tab of the tests: it holds the lock of the duplicate, and broadcasts its progress. */
async function openOtherTab() {
  const { userId } = await demoSession('teacher');
  const owner = `${await useTripServer()}|${userId}`;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const holding = navigator.locks.request(`copy|${owner}|course/${course.id}`, () => ended);
  const channel = new BroadcastChannel('manabiba');
  endOtherTab = async () => {
    end();
    await holding;
    channel.close();
  };
  const message = { type: 'copy-state', owner, of: `course/${course.id}`, all: 9 };
  return {
    tell: (phase: string, done: number) => channel.postMessage({ ...message, phase, done, targetId: course.id }),
  };
}
let endOtherTab: () => Promise<void> = async () => undefined;
afterEach(() => endOtherTab());

test('while another tab duplicates a course, this tab shows its progress and starts no second duplicate; when the other tab is closed, it offers the duplicate again', async () => {
  const { tell } = await openOtherTab();
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  await chooseInRow(app, course.title, 'コピーを作成');
  await main().findByText(`別のタブで「${course.title}」をコピーしています（0件中0件）`);
  tell('running', 3);
  await main().findByText(`別のタブで「${course.title}」をコピーしています（9件中3件）`);
  expect(main().queryByRole('button', { name: /^(続きから作る|新しく作る|中止)$/ })).toBeNull();
  expect(network.calls().filter((call) => call.startsWith('POST '))).toEqual([]);
  await endOtherTab();
  await press(app, 'コピーを作成');

  await main().findByText(`「${course.title}のコピー」を作成しました。`);
});

test('続ける pressed twice at once continues the duplicate once, and no other tab is named', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  network.cutNew('POST /question-set/');
  await chooseInRow(app, course.title, 'コピーを作成');
  const resume = await main().findByRole('button', { name: '続ける' });
  network.restore();
  const release = network.hold('POST /question-set/');
  resume.click();
  resume.click();
  await main().findByRole('button', { name: '中止' });
  expect(main().queryByText(/^別のタブで/)).toBeNull();
  release();

  await main().findByText(`「${course.title}のコピー」を作成しました。`);
  const duplicates = (await callAs('teacher', 'GET', '/courses/?size=200')) as { items: CourseDetail[] };
  expect(duplicates.items.filter(({ title }) => title === `${course.title}のコピー`)).toMatchObject([
    { lessonCount: 3 },
  ]);
});

test('when another tab has completed a duplicate, this tab says so', async () => {
  const { tell } = await openOtherTab();
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  await chooseInRow(app, course.title, 'コピーを作成');
  await main().findByText(`別のタブで「${course.title}」をコピーしています（0件中0件）`);
  tell('done', 9);

  await main().findByText(`「${course.title}のコピー」を作成しました。`);
  expect(network.calls().filter((call) => call.startsWith('POST '))).toEqual([]);
});

test('a duplicate of a course can be stopped; duplicating the same course again offers to continue the unfinished duplicate', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  const release = network.hold('POST /question-set/');
  await chooseInRow(app, course.title, 'コピーを作成');
  await main().findByText(`「${course.title}」をコピーしています（9件中7件）`);
  await press(app, '中止');
  release();
  await main().findByText(/^中止しました。9件中\d件までコピーしました。$/);
  await press(app, 'このままにする');
  await callAs('teacher', 'DELETE', `/lessons/${await lastLessonOfDuplicate()}`);
  await chooseInRow(app, course.title, 'コピーを作成');
  await press(app, '続きから作る');

  await main().findByText(`「${course.title}のコピー」を作成しました。`);
});

async function readDuplicate(): Promise<CourseDetail> {
  const { items } = (await callAs('teacher', 'GET', '/courses/?size=200')) as { items: CourseDetail[] };
  const found = items.find(({ title }) => title === `${course.title}のコピー`);
  return (await callAs('teacher', 'GET', `/courses/${found?.id}`)) as CourseDetail;
}

async function lastLessonOfDuplicate(): Promise<string> {
  const duplicated = await readDuplicate();
  return duplicated.sections?.[0]?.chapters?.at(-1)?.lessons?.at(-1)?.id ?? '';
}

test('the app asks before a section is duplicated into a published course', async () => {
  await callAs('teacher', 'PATCH', `/courses/${course.id}`, { status: 'published' });
  const app = await renderApp({ user: 'teacher', path: `/sections/${firstSection(course).id}` });
  await chooseInRow(app, '前半', 'コピーを作成');
  const question = await main().findByRole('group', { name: /^コースは公開中です。/ });
  expect(network.calls().filter((call) => call.startsWith('POST '))).toEqual([]);
  await app.user.click(within(question).getByRole('button', { name: 'コピーを作成' }));
  await main().findByText('「前半のコピー」を作成しました。');

  const { sections } = (await callAs('teacher', 'GET', `/courses/${course.id}`)) as CourseDetail;
  expect(sections?.map(({ title }) => title)).toEqual(['前半', '前半のコピー', '後半']);
});

test('a chapter is duplicated from its row, and the duplicate is the next row', async () => {
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  await chooseInRow(app, '準備', 'コピーを作成');
  await main().findByText('「準備のコピー」を作成しました。');
  await press(app, '閉じる');

  const { sections } = (await callAs('teacher', 'GET', `/courses/${course.id}`)) as CourseDetail;
  expect(sections?.[0]?.chapters?.map(({ title }) => title)).toEqual(['準備', '準備のコピー', '実践']);
  expect(await main().findByRole('button', { name: '「準備のコピー」のその他の操作' })).toBeTruthy();
});
