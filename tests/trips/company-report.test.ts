/** Tests the company report (受講状況報告書): learners on paper and as CSV, by the filter of the list, or for one person. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test, vi } from 'vitest';

useOwnServer('company-report');
const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));
const rowsOf = async (name: string) =>
  within(await main().findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const progressCalls = () => network.calls().filter((words) => words.startsWith('GET /progress/detail/'));

test('the company report names each learner with status, dates, scores and what is left, course by course', async () => {
  await callAs('teacher', 'POST', '/assignments/', {
    id: 'report-1',
    courseId: 'git',
    companyId: 'minato',
    dueAt: '2030-12-31T14:59:59Z',
  });
  const app = await renderApp({ user: 'staff', path: '/companies/minato' });
  await app.user.click(await main().findByRole('link', { name: '報告書' }));

  const people = await rowsOf('受講者');
  expect(app.href).toBe('/companies/minato?view=report');
  const { items } = (await callAs('staff', 'GET', '/users/?companyId=minato&role=STUDENT')) as {
    items: { active: boolean }[];
  };
  const learners = items.filter(({ active }) => active).length;
  expect(people).toHaveLength(learners);
  const course = ((await callAs('staff', 'GET', '/courses/git')) as { title: string }).title;
  const git = await rowsOf(course);
  expect(git).toHaveLength(learners);
  const sato = git.find(([name]) => name === '佐藤 美咲');
  expect(sato?.slice(2, 4)).toEqual([expect.stringMatching(/^\d+ \/ \d+$/), '2030/12/31']);
  expect(git.some((cells) => cells[6]?.startsWith('未読：すべて（'))).toBe(true);
  main().getByText(new RegExp(`^${learners}名：`));
});

test('the report of a filtered list contains the people who match the filter, and the CSV file has their rows', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const app = await renderApp({ user: 'staff', path: '/companies/minato?view=report&q=yamada' });
  expect((await rowsOf('受講者')).map(([name]) => name)).toEqual(['山田 花子']);
  expect(progressCalls()).toHaveLength(1);

  await app.user.click(main().getByRole('button', { name: 'CSVで保存' }));

  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [head, first] = new TextDecoder().decode(bytes).split('\r\n');
  expect(head).toContain('"氏名","ユーザー名","コース","受講状況","必修の期限","修了日"');
  expect(first).toMatch(/^"山田 花子","yamada",/);
});

test('the report of one person opens from their screen', async () => {
  const app = await renderApp({ user: 'teacher', path: '/users/detail/user-student' });
  await app.user.click(await main().findByRole('link', { name: '報告書' }));

  expect((await rowsOf('受講者')).map(([name]) => name)).toEqual(['佐藤 美咲']);
  await app.user.click(main().getByRole('link', { name: '一覧に戻る' }));
  await main().findByRole('searchbox');
});

test('the report’s print button opens the browser’s print dialog', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const app = await renderApp({ user: 'staff', path: '/companies/minato?view=report&q=yamada' });
  await app.user.click(await main().findByRole('button', { name: '印刷' }));

  expect(print).toHaveBeenCalledOnce();
});

test('with more than 200 learners the report requires a filter, and does not request progress person by person', async () => {
  const page = (await callAs('staff', 'GET', '/users/?companyId=minato&role=STUDENT')) as { items: object[] };
  const items = Array.from({ length: 201 }, (_, index) => ({ ...page.items[0], id: `u${index}` }));
  const applied = ['companyId', 'role', 'sort', 'courses'];
  network.answer(/^GET \/users\/\?companyId=minato&role=STUDENT/, 200, {
    items,
    total: 201,
    page: 1,
    size: 201,
    pages: 1,
    applied,
  });
  await renderApp({ user: 'staff', path: '/companies/minato?view=report' });

  await main().findByText('報告書は200名までです');
  expect(progressCalls()).toEqual([]);
});

test('fault: a person’s progress cannot be read → the report shows the failure and offers a retry', async () => {
  network.answer(/^GET \/progress\/detail\//, 404, {});
  const app = await renderApp({ user: 'staff', path: '/companies/minato?view=report&q=yamada' });
  await main().findByText('報告書を作れませんでした');
  network.restore();

  await app.user.click(main().getByRole('button', { name: 'もう一度' }));
  await main().findByRole('button', { name: '印刷' });
});
