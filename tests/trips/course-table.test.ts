/** Tests コース管理 (course management): the table of courses for users who may edit courses. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, chooseInRow } from '@tests/support/outline';
import { beforeAll, describe, expect, test } from 'vitest';

useOwnServer('course-table');
const network = useNetworkStub();
const { makeCourse, made } = useMadeCourses();
let firstCourses: readonly string[];

beforeAll(async () => {
  const { items } = (await callAs('teacher', 'GET', '/courses/')) as { items: { title: string }[] };
  firstCourses = items.map(({ title }) => title);
});

const table = () => screen.findByRole('table', { name: 'コース' });
async function openTable(user = 'teacher'): Promise<OpenedApp> {
  const app = await renderApp({ user, path: '/courses' });
  await table();
  return app;
}
const rows = () =>
  within(screen.getByRole('table', { name: 'コース' }))
    .getAllByRole('row')
    .slice(1);
const titles = () => rows().map((row) => within(row).getByRole('link').textContent);
const cells = (title: string) => {
  const row = rows().find((each) => within(each).queryByRole('link', { name: title }));
  return Object.fromEntries(
    [...(row?.querySelectorAll('td') ?? [])].map((cell) => [cell.dataset.label, cell.textContent]),
  );
};
const chip = (name: string) => screen.getByRole('button', { name });
const GIT = 'Gitとコマンドライン';

describe('the table of courses', () => {
  test('the table of courses shows all courses in their order, with status, contents and the server’s numbers of learners', async () => {
    await openTable();
    expect(titles()).toEqual(firstCourses);
    const { items } = (await callAs('teacher', 'GET', '/courses/?figures=1')) as {
      items: { title: string; lessonCount: number; figures: Record<string, number> }[];
    };
    const git = items.find(({ title }) => title === GIT);
    await waitFor(() => expect(cells(GIT)['受講者']).toBe(`${git?.figures.learnerCount}名`));
    expect(cells(GIT)).toMatchObject({
      状態: '公開中',
      レッスン: `${git?.lessonCount}件`,
      問題集: `${git?.figures.questionSetCount}件`,
      修了: `${git?.figures.finishedCount}名`,
    });
    // One request returns the figures of all courses; none is sent for each person or course.
    expect(network.calls().filter((call) => /figures|^GET \/(users|courses\/\w)/.test(call))).toHaveLength(1);
  });

  test('the table of courses counts for staff only the learners of their own company', async () => {
    await openTable('staff');
    const { items } = (await callAs('staff', 'GET', '/courses/?figures=1')) as {
      items: { title: string; figures: { learnerCount: number } }[];
    };
    const count = items.find(({ title }) => title === GIT)?.figures.learnerCount;
    await waitFor(() => expect(cells(GIT)['受講者']).toBe(`${count}名`));
  });

  test('the table of courses has no columns for figures that a server does not send, and does not request them', async () => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば', abilities: ['versions'] });
    await openTable();
    expect(Object.keys(cells(GIT))).toEqual(['コース', '状態', 'レッスン', '最終更新', '操作']);
    expect(network.calls().filter((call) => call.includes('figures'))).toEqual([]);
  });

  test('the table of courses filters by status and by words, and shows how many courses each status has', async () => {
    const app = await openTable();
    await app.user.click(chip('下書き 1'));
    expect(titles()).toEqual(['はじめの一週間（準備中）']);
    await app.user.click(chip('公開中 3'));
    expect(titles()).toHaveLength(3);
    await app.user.type(screen.getByRole('searchbox', { name: 'コースを絞り込む' }), 'ＧＩＴ');
    await waitFor(() => expect(titles()).toEqual([GIT]));
    await app.user.click(chip('下書き 1'));
    await screen.findByText('条件に合うものはありません。');
    await app.user.click(chip(`すべて ${firstCourses.length}`));
    await waitFor(() => expect(titles()).toEqual([GIT]));
  });

  test('the table of courses sorts by a column up and down, and by a third press in the learners’ order', async () => {
    const app = await openTable();
    const lessons = () =>
      rows().map((row) =>
        Number.parseInt(within(row).getByText(/^\d+件$/, { selector: '[data-label="レッスン"] *' }).textContent, 10),
      );
    const sort = () => app.user.click(screen.getByRole('button', { name: 'レッスン' }));
    await sort();
    const up = lessons();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await sort();
    expect(lessons()).toEqual([...up].reverse());
    await sort();
    expect(titles()).toEqual(firstCourses);
  });

  test('the table of courses explains what to do while there are no courses', async () => {
    network.answer(/^GET \/courses\/\?page/, 200, { items: [], total: 0, page: 1, size: 200, pages: 0 });
    await renderApp({ user: 'teacher', path: '/courses' });
    await screen.findByText('「コースを追加」から始めてください。');
  });
});

describe('the menu ⋯ of a course', () => {
  test('the menu of a course in the table opens the preview', async () => {
    const app = await openTable();
    await press(app, `「${GIT}」のその他の操作`);
    const preview = await screen.findByRole('menuitem', { name: 'プレビュー' });
    expect(preview.getAttribute('href')).toBe('/courses/git?preview=true');
  });

  test('a course is copied from the table as a draft, with a link to the copy', async () => {
    const course = await addOutline(await makeCourse());
    const app = await openTable();
    await chooseInRow(app, course.title, 'コピーを作成');
    const link = await screen.findByRole('link', { name: 'コピーを開く' });
    made.push(link.getAttribute('href')?.replace('/courses/', '') ?? '');
    await waitFor(() => expect(cells(`${course.title}のコピー`)['状態']).toBe('下書き'));
    await press(app, '閉じる');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: `「${course.title}」のその他の操作` }));
  });

  test('a course is deleted from the table only after a confirmation that lists what is deleted with it', async () => {
    const course = await addOutline(await makeCourse());
    const app = await openTable();
    await chooseInRow(app, course.title, '削除');
    await screen.findByRole('group', { name: /セクション2件、レッスン3件/ });
    await press(app, `「${course.title}」を削除`);
    await waitFor(() => expect(titles()).toEqual(firstCourses));
  });

  test('a published course becomes a draft only after a confirmation that names the number of learners who lose it', async () => {
    const course = await makeCourse({ status: 'published' });
    await callAs('teacher', 'POST', '/assignments/', {
      id: crypto.randomUUID(),
      courseId: course.id,
      userIds: ['user-student', 'user-student2'],
      dueAt: '2027-03-31T14:59:59Z',
    });
    const app = await openTable();
    await chooseInRow(app, course.title, '下書きに戻す');
    const dialog = () => screen.findByRole('dialog', { name: `「${course.title}」を下書きに戻す` });
    expect((await dialog()).textContent).toContain('受講中の2名から見えなくなります。記録は残ります。');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'キャンセル' }));
    await press(app, 'キャンセル');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(network.calls().filter((call) => call.startsWith('PATCH'))).toEqual([]);

    await chooseInRow(app, course.title, '下書きに戻す');
    await app.user.click(within(await dialog()).getByRole('button', { name: '下書きに戻す' }));
    await waitFor(() => expect(cells(course.title)['状態']).toBe('下書き'));
    await press(app, `「${course.title}」のその他の操作`);
    await screen.findByRole('menuitem', { name: 'プレビュー' });
    expect(screen.queryByRole('menuitem', { name: '下書きに戻す' })).toBeNull();
  });

  test('the confirmation before unpublishing a course gives no number of learners if the figures cannot be read', async () => {
    const course = await makeCourse({ status: 'published' });
    network.answer(/figures=1/, 500, {});
    const app = await openTable();
    await chooseInRow(app, course.title, '下書きに戻す');
    expect((await screen.findByRole('dialog')).textContent).toContain('受講者から見えなくなります。記録は残ります。');
  });
});
