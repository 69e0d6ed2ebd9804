/**
 * Tests saves after another user saved first: every edit asks before it overwrites, keeps the typed text, and can load
 * the newer version.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { makeCompany } from '@tests/support/companies';
import { cancelQuestion, press, retype, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, firstSection } from '@tests/support/outline';
import { describe, expect, test } from 'vitest';

import type { User } from '@/api/users';

useOwnServer('newer-versions');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();

interface Opened {
  app: OpenedApp;
  /** The API path of the edited resource, and the edited field's name in the API. */
  path: string;
  name: 'title' | 'name';
  /** The edited field on the screen. */
  field: () => HTMLInputElement;
  /** Saves the edit where there is no button 保存 (save). */
  save?: () => Promise<void>;
  /** Opens the form again after the page was reloaded. */
  reopen: () => Promise<void>;
}
const textbox = (name: string | RegExp) => () => screen.getByRole<HTMLInputElement>('textbox', { name });

async function openCourse(): Promise<Opened> {
  const { id } = await makeCourse();
  const app = await renderApp({ user: 'teacher', path: `/courses/edit/${id}` });
  return { app, path: `/courses/${id}`, name: 'title', field: textbox('タイトル'), reopen: () => Promise.resolve() };
}

async function openSection(): Promise<Opened> {
  const { id } = firstSection(await addOutline(await makeCourse()));
  const app = await renderApp({ user: 'teacher', path: `/sections/${id}` });
  const reopen = () => press(app, 'セクションを編集');
  await reopen();
  return { app, path: `/sections/${id}`, name: 'title', field: textbox('タイトル'), reopen };
}

async function openInOutline(label: 'セクション' | 'チャプター'): Promise<Opened> {
  const course = await addOutline(await makeCourse());
  const section = firstSection(course);
  const [what, path] =
    label === 'セクション' ? [section, '/sections/'] : [section.chapters?.[0] ?? section, '/chapters/'];
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  // After a reload the row has the other user's title.
  const reopen = () => press(app, new RegExp(`^(?:${what.title}|先の言葉)$`));
  await reopen();
  return {
    app,
    path: path + what.id,
    name: 'title',
    field: textbox(`${label}のタイトル`),
    save: async () => {
      screen.getByRole('textbox', { name: `${label}のタイトル` }).focus();
      await app.user.keyboard('{Enter}');
    },
    reopen,
  };
}

async function openCompany(): Promise<Opened> {
  const { id } = await makeCompany('メモ');
  const app = await renderApp({ user: 'teacher', path: `/companies/${id}` });
  const reopen = () => press(app, '編集');
  await reopen();
  return { app, path: `/companies/${id}`, name: 'name', field: textbox(/^企業名/), reopen };
}

let count = 0;
async function openUser(): Promise<Opened> {
  count += 1;
  const username = `newer-${Date.now().toString(36)}-${count}`;
  const newUser = { username, name: '試験 花子', password: 'secret-words', role: 'STUDENT' };
  const { id } = (await callAs('admin', 'POST', '/users/', newUser)) as User;
  const app = await renderApp({ user: 'teacher', path: `/users/edit/${id}` });
  return { app, path: `/users/${id}`, name: 'name', field: textbox(/^氏名/), reopen: () => Promise.resolve() };
}

const saveIn = ({ app, save }: Opened) => (save ? save() : press(app, '保存'));

const edits: [what: string, open: () => Promise<Opened>][] = [
  ['a course', openCourse],
  ['a section', openSection],
  ['a section in the outline', () => openInOutline('セクション')],
  ['a chapter', () => openInOutline('チャプター')],
  ['a company', openCompany],
  ['a user', openUser],
];

/** Saves as another user while text is typed here, then presses 保存. */
async function beOvertaken(open: () => Promise<Opened>) {
  const opened = await open();
  const { app, path, name, field } = opened;
  await retype(app, await waitFor(field), '自分の言葉');
  await callAs('admin', 'PATCH', path, { [name]: '先の言葉' });
  await saveIn(opened);
  await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
  return { ...opened, stored: async () => ((await callAs('admin', 'GET', path)) as Record<string, unknown>)[name] };
}

describe.each(edits)('conflicting edits: %s', (_what, open) => {
  test('a newer version is overwritten only after a confirmation, and the typed text stays meanwhile', async () => {
    const opened = await beOvertaken(open);
    const { app, field, stored } = opened;
    expect(await stored()).toBe('先の言葉');
    await cancelQuestion(app);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field().value).toBe('自分の言葉');
    await saveIn(opened);
    await press(app, '自分の内容で上書き');

    await waitFor(async () => expect(await stored()).toBe('自分の言葉'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('in a conflict, the newer version can be loaded into the form', async () => {
    const opened = await beOvertaken(open);
    const { app, field, stored } = opened;
    await press(app, '新しい内容を読み込む');

    await waitFor(() => expect(field().value).toBe('先の言葉'));
    await retype(app, field(), '後の言葉');
    await saveIn(opened);
    await waitFor(async () => expect(await stored()).toBe('後の言葉'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a save that is repeated because its response was lost causes no conflict with the first one', async () => {
    const opened = await open();
    const { app, path, name, field } = opened;
    await retype(app, await waitFor(field), '届いた言葉');
    network.cut(/^PATCH/);
    await saveIn(opened);
    await screen.findByText(/^接続できませんでした/);
    await callAs('teacher', 'PATCH', path, { [name]: '届いた言葉' });
    network.restore();
    await saveIn(opened);

    await waitFor(() => expect(screen.queryByText(/未保存の変更があります|保存中…/)).toBeNull());
    await waitFor(() => expect(screen.queryByText(/^接続できませんでした/)).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an edit is sent without a version to a server that does not support versions', async () => {
    const info = (await callAs('teacher', 'GET', '/info/')) as object;
    network.answer('GET /info/', 200, { ...info, abilities: [] });
    const opened = await open();
    const { app, path, name, field } = opened;
    await retype(app, await waitFor(field), '版のない言葉');
    await saveIn(opened);

    await waitFor(async () => expect(await callAs('admin', 'GET', path)).toMatchObject({ [name]: '版のない言葉' }));
    const patches = network.sent
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => JSON.parse(body) as object);
    expect(patches).toHaveLength(1);
    expect(patches[0]).not.toHaveProperty('updatedAt');
  });
});

test.each([
  ['a chapter', () => openInOutline('チャプター')],
  ['a company', openCompany],
  ['a user', openUser],
])('a draft of %s keeps the version that it started from', async (_what, open) => {
  const opened = await open();
  const { app, path, name, field, reopen } = opened;
  await retype(app, await waitFor(field), '書きかけ');
  await callAs('admin', 'PATCH', path, { [name]: '先の言葉' });
  await app.reload();
  await reopen();
  await press(app, '復元');
  await waitFor(() => expect(field().value).toBe('書きかけ'));
  await saveIn(opened);

  await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
  expect(await callAs('admin', 'GET', path)).toMatchObject({ [name]: '先の言葉' });
});

describe('a course that two people edit', () => {
  async function openWithDescription() {
    const { id } = await makeCourse();
    const app = await renderApp({ user: 'teacher', path: `/courses/edit/${id}` });
    await retype(app, await waitFor(textbox('説明')), '自分の説明');
    return { app, path: `/courses/${id}` };
  }

  test('if two users changed different fields, the changes are combined without a question, and a message says so', async () => {
    const { app, path } = await openWithDescription();
    await callAs('admin', 'PATCH', path, { title: '先の題', status: 'published' });
    await press(app, '保存');

    await screen.findByText('ほかの人が変えた「タイトル」「状態」と合わせて保存しました');
    expect(await callAs('admin', 'GET', path)).toMatchObject({
      title: '先の題',
      status: 'published',
      description: '自分の説明',
    });
  });

  test('the question about a conflict names only the field that both users changed, with both texts, and keeps the other fields', async () => {
    const { app, path } = await openWithDescription();
    await callAs('admin', 'PATCH', path, { title: '先の題', description: '先の説明' });
    await press(app, '保存');

    const asked = within(await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' }));
    expect(asked.getAllByRole('definition').map((value) => value.textContent)).toEqual(['自分の説明', '先の説明']);
    expect(asked.queryByText('タイトル')).toBeNull();
    await app.user.click(asked.getByRole('button', { name: '自分の内容で上書き' }));

    await waitFor(async () =>
      expect(await callAs('admin', 'GET', path)).toMatchObject({ title: '先の題', description: '自分の説明' }),
    );
  });
});

test('the user’s own name, changed by another user meanwhile, is not overwritten without a question', async () => {
  const app = await renderApp({ user: 'student', path: '/mypage' });
  await press(app, '氏名・メールアドレスを変更');
  const form = within(await screen.findByRole('form', { name: '氏名とメールアドレスの変更' }));
  await retype(app, await form.findByRole('textbox', { name: /^氏名/ }), '自分の名');
  const me = (await callAs('student', 'GET', '/me/')) as User;
  await callAs('admin', 'PATCH', `/users/${me.id}`, { name: '先の名' });
  await app.user.click(form.getByRole('button', { name: '保存' }));
  await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
  await press(app, '自分の内容で上書き');

  await waitFor(async () => expect(await callAs('student', 'GET', '/me/')).toMatchObject({ name: '自分の名' }));
});
