/**
 * Tests forms and rows that create something: after a lost response, a broken connection or a request that arrives
 * twice, the thing exists once. A proxy breaks the connections.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, infoWithoutKeys, useOwnServer, useProxy } from '@tests/support/demo';
import { CHAPTER, write } from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, openOutline, shownTitles } from '@tests/support/outline';
import { beforeEach, describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';

useOwnServer('lost-answers');
const network = useNetworkStub();
const proxy = useProxy();
/** Answers all creates in this way until `proxy.pass` is called. */
const answerCreates = (answer: 'cut' | 'lose' | 'twice') =>
  proxy.follow(({ method }) => (method === 'POST' ? answer : 'pass'));
const { makeCourse } = useMadeCourses();
let count = 0;
let name: string;
beforeEach(() => {
  count += 1;
  name = `一度だけ${count}`;
});

const lostWords = '接続できませんでした。入力した内容はこのまま残っています。';
const posts = () => network.sent.filter(({ method }) => method === 'POST');
const type = async (app: OpenedApp, label: RegExp, text: string) => {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await app.user.clear(field);
  await app.user.type(field, text);
};
/** Returns the named things in a list of the API. */
async function named(list: string, key: 'title' | 'name' = 'title') {
  const { items } = (await callAs('admin', 'GET', `${list}?size=200`)) as { items: Record<string, string>[] };
  return items.filter((item) => item[key]?.startsWith(name));
}

/** The forms: their path, how they are filled with the name, and how many things the server has with it. */
const forms: readonly [string, string, (app: OpenedApp) => Promise<unknown>, () => Promise<unknown[]>][] = [
  ['course', '/courses/new', (app) => type(app, /^タイトル/, name), () => named('/courses/')],
  ['section', '/sections/new?courseId=git', (app) => type(app, /^タイトル/, name), () => named('/sections/')],
  [
    'lesson without text',
    `/lessons/new?chapterId=${CHAPTER}`,
    (app) => type(app, /^タイトル/, name),
    () => named('/lessons/'),
  ],
  [
    'lesson with a text',
    `/lessons/new?chapterId=${CHAPTER}`,
    async (app) => {
      await type(app, /^タイトル/, name);
      await write(name);
    },
    () => named('/lessons/'),
  ],
  ['company', '/companies/new', (app) => type(app, /^企業名/, name), () => named('/companies/', 'name')],
  [
    'user',
    '/users/new',
    async (app) => {
      await type(app, /^氏名/, name);
      await type(app, /^ユーザー名/, `once-${count}`);
      await type(app, /^パスワード\s*\*?$/, 'long-password-1');
    },
    () => named('/users/', 'name'),
  ],
];

describe.each(forms)('the form of a %s', (kind, path, fill, made) => {
  const losses = ['cut', 'lose'] as const;
  test.each(losses)(
    `fault: the connection breaks at a new ${kind} (%s), and 追加 is pressed again → it exists once`,
    async (loss) => {
      const app = await renderApp({ user: 'admin', path });
      await fill(app);
      answerCreates(loss);
      await press(app, '追加');
      await screen.findByText(lostWords);
      proxy.pass();
      await press(app, '追加');

      await waitFor(() => expect(app.href).not.toMatch(/\/new/));
      expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
      expect(await made()).toHaveLength(1);
    },
  );

  test(`fault: all responses to a new ${kind} are lost, and its name is changed before 追加 is pressed again → it exists once, with the new name`, async () => {
    const app = await renderApp({ user: 'admin', path });
    await fill(app);
    answerCreates('lose');
    await press(app, '追加');
    await screen.findByText(lostWords);
    proxy.pass();
    await type(app, kind === 'user' ? /^氏名/ : kind === 'company' ? /^企業名/ : /^タイトル/, `${name}の二`);
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(await made()).toMatchObject([{ [kind === 'user' || kind === 'company' ? 'name' : 'title']: `${name}の二` }]);
  });

  test(`fault: the response to a new ${kind} is lost on a server without the capability idempotency-key → the app reads the list and shows it as added`, async () => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    const app = await renderApp({ user: 'admin', path });
    await fill(app);
    answerCreates('lose');
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(posts().map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false]);
    expect(await made()).toHaveLength(1);
  });

  test(`fault: the response to a new ${kind} cannot be read on a server without the capability idempotency-key → the app reads the list and shows it as added`, async () => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    network.replaceBodies(/^POST /, { created: true });
    const app = await renderApp({ user: 'admin', path });
    await fill(app);
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(posts()).toHaveLength(1);
    expect(await made()).toHaveLength(1);
  });

  test(`fault: the connection breaks before a new ${kind} arrives at a server without the capability idempotency-key, and 追加 is pressed again → it exists once`, async () => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    const app = await renderApp({ user: 'admin', path });
    await fill(app);
    answerCreates('cut');
    await press(app, '追加');
    await screen.findByText(lostWords);
    proxy.pass();
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(await made()).toHaveLength(1);
  });

  test(`fault: the browser sends a new ${kind} twice → it exists once`, async () => {
    const app = await renderApp({ user: 'admin', path });
    await fill(app);
    answerCreates('twice');
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(await made()).toHaveLength(1);
  });
});

describe('a new course whose response cannot be read, on a server without the capability idempotency-key', () => {
  const unreadable = /サーバーは追加を受け付けましたが.*courses\.id（なし）/;
  const begin = async () => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    const app = await renderApp({ user: 'admin', path: '/courses/new' });
    await type(app, /^タイトル/, name);
    return app;
  };

  test('fault: the list cannot be read either → a message says so, and 追加 sends nothing until the list is read', async () => {
    const app = await begin();
    network.replaceBodies(/^POST /, { created: true });
    network.answer(/^GET \/courses\/\?/, 500, { detail: '一覧がありません' });
    await press(app, '追加');
    await screen.findByText(unreadable);
    await press(app, '追加');
    await screen.findByText('サーバーで問題が起きました。時間をおいて、もう一度お試しください。');
    expect(posts()).toHaveLength(1);
    network.restore();
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(posts()).toHaveLength(1);
    expect(await named('/courses/')).toHaveLength(1);
  });

  test('fault: the list does not have it → 追加 sends it again', async () => {
    const app = await begin();
    network.answer('POST /courses/', 200, { created: true });
    await press(app, '追加');
    await screen.findByText(unreadable);
    network.restore();
    network.answer('GET /info/', 200, await infoWithoutKeys());
    await press(app, '追加');

    await waitFor(() => expect(app.href).not.toMatch(/\/new/));
    expect(await named('/courses/')).toHaveLength(1);
  });
});

const all = ['前半', '-準備', '--道具', '--置き場所', '-実践', '--手順', '後半'];
const rows: readonly [string, string, (title: string) => string[]][] = [
  ['section', 'セクションを追加', (title) => [...all, title]],
  ['chapter', '「後半」にチャプターを追加', (title) => [...all, `-${title}`]],
  ['lesson', '「準備」にレッスンを追加', (title) => all.toSpliced(2, 0, `--${title}`)],
];

describe.each(rows)('a new row of the outline (%s)', (kind, opening, titles) => {
  let course: CourseDetail;
  beforeEach(async () => {
    course = await addOutline(await makeCourse());
  });
  const storedTitles = async () => {
    const { sections } = (await callAs('teacher', 'GET', `/courses/${course.id}`)) as CourseDetail;
    return (sections ?? []).flatMap(({ title, chapters }) => [
      title,
      ...(chapters ?? []).flatMap((chapter) => [
        `-${chapter.title}`,
        ...(chapter.lessons ?? []).map((one) => `--${one.title}`),
      ]),
    ]);
  };
  const expectTitles = async (expected: string[]) => {
    await waitFor(() => expect(shownTitles()).toEqual(expected));
    expect(await storedTitles()).toEqual(expected);
  };
  const add = async (app: OpenedApp) => {
    await press(app, opening);
    await app.user.keyboard(`${name}{Enter}`);
  };
  const newRow = () => screen.findByRole('textbox', { name: /^新しい.+のタイトル$/ });
  const added = () => screen.findByRole('button', { name: `「${name}」のその他の操作` });

  test(`fault: all responses to a new row (${kind}) are lost → もう一度 adds no second one`, async () => {
    const app = await openOutline(`/courses/${course.id}`);
    answerCreates('lose');
    await add(app);
    const alert = within(await screen.findByRole('alert'));
    proxy.pass();
    await app.user.click(alert.getByRole('button', { name: 'もう一度' }));
    await added();
    (await newRow()).focus();
    await app.user.keyboard('{Escape}');

    await expectTitles(titles(name));
  });

  test(`fault: the response to a new row (${kind}) is lost on a server without the capability idempotency-key → the list is read again, and shows the row once`, async () => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    const app = await openOutline(`/courses/${course.id}`);
    answerCreates('lose');
    await add(app);
    await added();
    await app.user.keyboard('{Escape}');

    expect(posts()).toHaveLength(1);
    await expectTitles(titles(name));
  });

  test(`fault: the browser sends a new row (${kind}) twice to a server without the capability idempotency-key → a message names the double`, async () => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    const app = await openOutline(`/courses/${course.id}`);
    answerCreates('twice');
    await add(app);

    await screen.findByText(`「${name}」が2つ追加されました。余分なほうを削除してください。`);
  });

  test(`fault: all responses to a new row (${kind}) are lost, and the row is given up → the next row does not change the one that arrived`, async () => {
    const app = await openOutline(`/courses/${course.id}`);
    answerCreates('lose');
    await add(app);
    const alert = within(await screen.findByRole('alert'));
    proxy.pass();
    await app.user.click(alert.getByRole('button', { name: '追加しない' }));
    const lost = name;
    name = `次の行${count}`;
    (await newRow()).focus();
    await app.user.keyboard(`${name}{Enter}`);
    await added();

    expect((await storedTitles()).filter((title) => title.endsWith(lost) || title.endsWith(name))).toHaveLength(2);
  });
});
