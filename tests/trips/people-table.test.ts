/** The table of people: found as it was left, and saved as a file with how far everybody is. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { pageOf, person, rowNames } from '@tests/support/companies';
import { useOwnServer } from '@tests/support/demo';
import { useWire } from '@tests/support/wire';
import { beforeEach, describe, expect, test, vi } from 'vitest';

useOwnServer('people-table');
const wire = useWire();
const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const progress = (readLessonCount: number, days: number) => ({
  progress: { lessonCount: 10, readLessonCount, lastStudiedAt: at(days) },
});
const late = (id: string, changes: object = {}) => person(id, { ...progress(2, 30), ...changes });
const listPeople = (items: readonly object[]) => wire.answer(/^GET \/users\/\?/, 200, pageOf(items));
const openTable = async (path = '/companies/minato', user = 'admin'): Promise<OpenedApp> => {
  const app = await renderApp({ user, path });
  await screen.findByRole('table');
  return app;
};

describe('found as it was left', () => {
  test('by whoever comes back from a person: filters, words, order', async () => {
    listPeople([late('user-student'), late('user-student2'), person('done', progress(10, 60))]);
    const app = await openTable('/companies?view=people');
    await app.user.selectOptions(screen.getByLabelText('状態'), '遅れ');
    await app.user.click(screen.getByRole('button', { name: '最後の学習' }));
    await app.user.click(screen.getByRole('button', { name: '最後の学習' }));
    await app.user.type(screen.getByRole('searchbox'), 'student2');
    await waitFor(() => expect(rowNames()).toEqual(['user-student2さんuser-student2']));
    expect(app.href).toBe('/companies?view=people&q=student2&sort=-last&state=behind');

    wire.mend();
    await app.user.click(screen.getByRole('link', { name: /^user-student2さん/ }));
    await waitFor(() => expect(app.href).toBe('/users/detail/user-student2'));
    app.router.history.back();

    await screen.findByRole('table');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('student2');
    expect(screen.getByLabelText<HTMLSelectElement>('状態').value).toBe('behind');
    expect(screen.getByRole('columnheader', { name: '最後の学習' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('and a URL that is none shows everybody', async () => {
    listPeople([late('a'), late('b')]);
    await openTable('/companies/minato?sort=%2Fetc&state=lazy&role=BOSS&page=-1');
    expect(rowNames()).toHaveLength(2);
  });
});

describe('saved as CSV', () => {
  let saved: Blob | undefined;
  let click: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    saved = undefined;
    URL.createObjectURL = (blob: Blob) => ((saved = blob), 'blob:csv');
    URL.revokeObjectURL = () => undefined;
    click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  });
  /** The lines of the file, under the head. */
  async function readSaved(): Promise<string[]> {
    await waitFor(() => expect(saved).toBeDefined());
    return ((await saved?.text()) ?? '').replace('\uFEFF', '').trimEnd().split('\r\n');
  }
  const save = (app: OpenedApp, count: number) =>
    app.user.click(screen.getByRole('button', { name: `${count}名の進みをCSVで保存` }));

  test('has those whom the filter leaves, how far they are, and a column for each course', async () => {
    const app = await openTable('/companies/minato', 'staff');
    const { length } = rowNames();
    await app.user.type(screen.getByRole('searchbox'), 'student');
    await screen.findByText(`${length}件中 1件`);
    await save(app, 1);

    const [head, ...rows] = await readSaved();
    expect(click.mock.instances[0]).toMatchObject({ download: '株式会社みなとの利用者の進み.csv' });
    expect(head).toMatch(
      /^"ユーザー名","氏名","メール","役割","企業","アカウント","進み","最後の学習","状態","コース：.+","コース：.+"/,
    );
    expect(rows).toEqual([
      expect.stringMatching(
        /^"student","佐藤 美咲","student@example.com","受講者","株式会社みなと","利用中","\d+%","\d{4}-\d\d-\d\d","順調","\d+%","\d+%"/,
      ),
    ]);
    expect(wire.words().filter((words) => words.startsWith('GET /progress/detail/user-student'))).toEqual([]);
  });

  test('defuses formulas, and names nothing of those who look after others', async () => {
    listPeople([person('boss', { name: '=1+1', role: 'STAFF' })]);
    const app = await openTable('/companies/minato', 'staff');
    await save(app, 1);

    expect((await readSaved())[1]).toMatch(/^"boss","'=1\+1","","担当者","株式会社みなと","利用中","","",""/);
  });

  test('asks person by person where the server’s lists say nothing of courses, with a bar that can be stopped', async () => {
    wire.answer('GET /info/', 200, { serviceName: 'まなびば' });
    listPeople([late('user-student'), person('boss', { role: 'STAFF' })]);
    const app = await openTable('/companies/minato', 'staff');
    const release = wire.hold('GET /progress/detail/user-student');
    await save(app, 2);
    expect(await screen.findByRole('progressbar', { name: 'コースごとの進みの読み込み' })).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'やめる' }));
    release();
    await screen.findByRole('button', { name: '2名の進みをCSVで保存' });
    expect(saved).toBeUndefined();

    await save(app, 2);
    expect((await readSaved())[2]).toMatch(/^"user-student",.*"遅れ","\d+%"/);
  });

  test('has no columns for courses beyond 200 people on such a server, and says so', async () => {
    wire.answer('GET /info/', 200, { serviceName: 'まなびば' });
    listPeople(Array.from({ length: 201 }, (_, index) => late(`p${index}`)));
    const app = await openTable('/companies/minato', 'staff');
    expect(screen.getByText('200名まで絞り込むと、コースごとの列も付きます。')).toBeTruthy();
    await save(app, 201);

    const [head, ...rows] = await readSaved();
    expect(head).toMatch(/"状態"$/);
    expect(rows).toHaveLength(201);
    expect(within(screen.getByRole('main')).queryByRole('progressbar', { name: /読み込み/ })).toBeNull();
  });
});
