/** Tests the table of people: its state in the URL, and the CSV export with every person's progress. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { fill, pageOf, person, rowNames } from '@tests/support/companies';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

useOwnServer('people-table');
const network = useNetworkStub();
const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const progress = (readLessonCount: number, days: number) => ({
  progress: { lessonCount: 10, readLessonCount, lastStudiedAt: at(days) },
});
const late = (id: string, changes: object = {}) => person(id, { ...progress(2, 30), ...changes });
const listPeople = (items: readonly object[]) => network.answer(/^GET \/users\/\?/, 200, pageOf(items));
const openTable = async (path = '/companies/minato', user = 'admin'): Promise<OpenedApp> => {
  const app = await renderApp({ user, path });
  await screen.findByRole('table');
  return app;
};

describe('the table’s state in the URL', () => {
  test('returning from a person’s screen restores the filters, search and order of the table of people', async () => {
    listPeople([late('user-student'), late('user-student2'), person('done', progress(10, 60))]);
    const app = await openTable('/companies?view=people');
    await app.user.selectOptions(screen.getByLabelText('受講状況'), '遅れ');
    await app.user.click(screen.getByRole('button', { name: '最後の学習' }));
    await app.user.click(screen.getByRole('button', { name: '最後の学習' }));
    await app.user.type(screen.getByRole('searchbox'), 'student2');
    await waitFor(() => expect(rowNames()).toEqual(['user-student2さんuser-student2']));
    expect(app.href).toBe('/companies?view=people&q=student2&sort=-last&state=behind');

    network.restore();
    await app.user.click(screen.getByRole('link', { name: /^user-student2さん/ }));
    await waitFor(() => expect(app.href).toBe('/users/detail/user-student2'));
    app.router.history.back();

    await screen.findByRole('table');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('student2');
    expect(screen.getByLabelText<HTMLSelectElement>('受講状況').value).toBe('behind');
    expect(screen.getByRole('columnheader', { name: '最後の学習' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('the table of people sorts by kana reading, or name without one; the search finds a reading in any kana', async () => {
    listPeople([
      late('c', { name: '山田', nameKana: 'ヤマダ' }),
      late('b', { name: '相川', nameKana: 'アイカワ' }),
      late('d', { name: 'はなだ' }),
      late('a', { name: '東海林', nameKana: 'ショウジ' }),
    ]);
    const app = await openTable();
    expect(rowNames()).toEqual(['相川b', '東海林a', 'はなだd', '山田c']);

    await app.user.type(screen.getByRole('searchbox'), 'しょうじ');
    await waitFor(() => expect(rowNames()).toEqual(['東海林a']));
  });

  test('the table of people tells a person without a company from one whose company is unknown', async () => {
    listPeople([late('a', { companyId: null }), late('b', { companyId: undefined }), late('c')]);
    await openTable('/companies?view=people');
    const companies = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[3]?.textContent);

    expect(companies.slice(1)).toEqual(['企業なし', '–', '株式会社みなと']);
  });

  test('invalid search parameters in the address show all people', async () => {
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
  /** Returns the lines of the CSV file below its header. */
  async function readSaved(): Promise<string[]> {
    await waitFor(() => expect(saved).toBeDefined());
    return ((await saved?.text()) ?? '').replace('\uFEFF', '').trimEnd().split('\r\n');
  }
  const save = (app: OpenedApp, count: number) =>
    app.user.click(screen.getByRole('button', { name: `進捗をCSVで保存（${count}名）` }));

  test('the CSV of people has the filtered people, their progress, and a column for each course', async () => {
    const app = await openTable('/companies/minato', 'staff');
    const { length } = rowNames();
    await app.user.type(screen.getByRole('searchbox'), 'student');
    await screen.findByText(`${length}名中 1名`);
    await save(app, 1);

    const [head, ...rows] = await readSaved();
    expect(click.mock.instances[0]).toMatchObject({ download: '株式会社みなとの利用者の進捗.csv' });
    expect(head).toMatch(
      /^"ユーザー名","氏名","フリガナ","メール","役割","企業","アカウント","進捗","最後の学習","受講状況","コース：.+","コース：.+"/,
    );
    expect(rows).toEqual([
      expect.stringMatching(
        /^"student","佐藤 美咲","サトウ ミサキ","student@example.com","受講者","株式会社みなと","利用中","\d+%","\d{4}-\d\d-\d\d","順調","\d+%","\d+%"/,
      ),
    ]);
    // Only requests for this learner count, because a late request of an earlier test for another user may still
    // arrive.
    expect(network.calls().filter((words) => /^GET \/progress\/detail\/user-student\b/.test(words))).toEqual([]);
  });

  test('the CSV of people escapes formulas, and has no progress of people who are not learners', async () => {
    listPeople([person('boss', { name: '=1+1', role: 'STAFF' })]);
    const app = await openTable('/companies/minato', 'staff');
    await save(app, 1);

    expect((await readSaved())[1]).toMatch(/^"boss","'=1\+1","","","担当者","株式会社みなと","利用中","","",""/);
  });

  test('the CSV export loads progress person by person if the server’s lists lack it, with a progress bar and キャンセル', async () => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば' });
    listPeople([late('user-student'), person('boss', { role: 'STAFF' })]);
    const app = await openTable('/companies/minato', 'staff');
    const release = network.hold('GET /progress/detail/user-student');
    await save(app, 2);
    expect(await screen.findByRole('progressbar', { name: 'コースごとの進捗の読み込み' })).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'キャンセル' }));
    release();
    await screen.findByRole('button', { name: '進捗をCSVで保存（2名）' });
    expect(saved).toBeUndefined();

    await save(app, 2);
    expect((await readSaved())[2]).toMatch(/^"user-student",.*"遅れ","\d+%"/);
  });

  test('the CSV of more than 200 people has no course columns if the server’s lists lack progress, and the screen says so', async () => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば' });
    listPeople(Array.from({ length: 201 }, (_, index) => late(`p${index}`)));
    const app = await openTable('/companies/minato', 'staff');
    expect(screen.getByText('200名まで絞り込むと、コースごとの列も付きます。')).toBeTruthy();
    await save(app, 201);

    const [head, ...rows] = await readSaved();
    expect(head).toMatch(/"受講状況"$/);
    expect(rows).toHaveLength(201);
    expect(within(screen.getByRole('main')).queryByRole('progressbar', { name: /読み込み/ })).toBeNull();
  });
});

describe('the reading of a name', () => {
  const KANA = /^フリガナ/;
  const writes = () => network.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const title = (name: string) => screen.findByRole('heading', { level: 1, name });
  const openEdit = async (id: string): Promise<OpenedApp> => {
    const app = await renderApp({ user: 'admin', path: `/users/edit/${id}` });
    await screen.findByRole('heading', { level: 1, name: /さんを編集$/ });
    return app;
  };
  const saveForm = (app: OpenedApp) => app.user.click(screen.getByRole('button', { name: '保存' }));

  test('a name’s reading typed in any kana is stored as katakana and shown with the person', async () => {
    const app = await openEdit('user-mori');
    await fill(app, KANA, '森');
    await saveForm(app);
    expect((await screen.findByRole('alert')).textContent).toContain('ひらがなかカタカナで入力してください。');
    expect(writes()).toEqual([]);

    await fill(app, KANA, 'もり かおる');
    await saveForm(app);
    await title('森 香織');
    expect(JSON.parse(writes()[0] ?? '')).toMatchObject({ nameKana: 'モリ カオル' });
    await app.user.click(screen.getByText('プロフィール'));
    expect((await screen.findByText('モリ カオル')).previousElementSibling?.textContent).toBe('フリガナ');
  });

  test('the name’s reading is neither shown nor sent on a server without the capability name-kana', async () => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば', abilities: ['current-password'] });
    const app = await openEdit('user-ikeda');
    expect(screen.queryByLabelText(KANA)).toBeNull();
    await fill(app, /^氏名/, '池田 実');
    await saveForm(app);
    await title('池田 実');
    const sent = { username: 'ikeda', name: '池田 実', email: 'ikeda@example.com' };
    expect(writes()).toEqual([JSON.stringify({ ...sent, role: 'STUDENT', companyId: 'yamabiko', active: true })]);
  });
});
