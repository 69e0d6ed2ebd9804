/** Tests the main journeys of learner, staff and teacher behind the dialect `fastapi`, on a server of that style. */
import { screen, waitFor, within } from '@testing-library/dom';
import type { OpenedApp } from '@tests/support/app';
import { callAs, useForeignServer, useOwnServer } from '@tests/support/demo';
import { signInAtLogin, studyOffline, studyOnline } from '@tests/support/dialect-journey';
import { startFastApi } from '@tests/support/foreign-servers';
import {
  findEditor,
  readLesson,
  save as saveLesson,
  storedText,
  write as writeLesson,
} from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { close, editor, save, write } from '@tests/support/question-set-editing';
import { chooseFile, freeName, listUsers } from '@tests/support/users-csv';
import { describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import type { Explanation, QuestionSet } from '@/api/question-sets';

useOwnServer('fastapi');
const server = useForeignServer(startFastApi);
const network = useNetworkStub();

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const main = () => within(screen.getByRole('main'));
const press = async (app: OpenedApp, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }));

test('on a fastapi server a learner signs in, reads a lesson, marks it as read, solves, submits and sees the progress', () =>
  studyOnline(server()));

test('a course of a fastapi server is saved, opens without a network, and a lesson read then is sent once', () =>
  studyOffline(server(), network));

describe('staff', () => {
  test('on a fastapi server staff search a person of their company and see that person’s progress', async () => {
    const app = await signInAtLogin('staff');
    const glance = within(await screen.findByRole('region', { name: '受講者のようす' }));
    await waitFor(() => expect(glance.getByText('遅れている人').parentElement?.textContent).toMatch(/–$/));
    await app.user.click(await main().findByRole('link', { name: '全員を見る' }));
    await screen.findByRole('table');
    await app.user.type(screen.getByRole('searchbox'), '佐藤');
    await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(2));
    await app.user.click(main().getByRole('link', { name: /^佐藤 美咲/ }));
    await title(/佐藤 美咲/);
    await app.user.click(main().getByText('プロフィール'));
    expect((await main().findByText('最後の学習')).nextElementSibling?.textContent).not.toBe('記録なし');
    const course = await main().findByRole('progressbar', { name: '情報セキュリティの基本の進捗' });
    expect(course.getAttribute('aria-valuetext')).toBe('14中6、43%');
  });

  test('on a fastapi server an admin imports people from a CSV file, with their names and companies', async () => {
    const app = await signInAtLogin('admin');
    await app.goTo('/users/new?by=csv');
    await screen.findByRole('button', { name: 'CSVファイルを選ぶ' });
    const username = freeName();
    await chooseFile(
      app,
      `ユーザー名,氏名,メール,役割,企業,アカウント,パスワード\n${username},新しい人,new@example.com,受講者,株式会社みなと,,long-password-1`,
    );
    await press(app, '1名を取り込む');
    await screen.findByText('1名を追加しました。');
    const made = (await listUsers()).find((user) => user.username === username);
    expect(made).toMatchObject({ name: '新しい人', email: 'new@example.com', role: 'STUDENT', companyId: 'minato' });
  });
});

describe('teachers', () => {
  const COURSE = 'Gitとコマンドライン';
  async function openCourse(): Promise<OpenedApp> {
    const app = await signInAtLogin('teacher');
    await app.goTo('/courses');
    await app.user.click(await main().findByRole('link', { name: new RegExp(COURSE) }));
    await title(COURSE);
    await screen.findByRole('list', { name: /の構成$/ });
    return app;
  }

  test('on a fastapi server a teacher adds a row to the outline', async () => {
    const app = await openCourse();
    await press(app, 'セクションを追加');
    await app.user.keyboard('おさらい{Enter}');
    await screen.findByRole('button', { name: '「おさらい」のその他の操作' });
    const { sections } = (await callAs('teacher', 'GET', '/courses/git')) as CourseDetail;
    expect(sections?.at(-1)?.title).toBe('おさらい');
  });

  test('on a fastapi server a teacher edits a lesson, and writes and changes a question set', async () => {
    const app = await openCourse();
    await app.user.click((await main().findAllByRole('link', { name: /パイプとリダイレクト/ }))[0] as HTMLElement);
    await findEditor();
    await writeLesson('# 変えた本文\n\n新しい段落。');
    await app.user.click(saveLesson());
    await screen.findByText(/保存しました/);
    const { sections } = (await callAs('teacher', 'GET', '/courses/git')) as CourseDetail;
    const { id = '' } = lessonsOf(sections).find((lesson) => lesson.title === 'パイプとリダイレクト') ?? {};
    expect(await storedText(await readLesson(id))).toContain('新しい段落。');

    await press(app, '問題集を追加');
    const dialog = await editor();
    await write(app, await dialog.findByLabelText(/^タイトル/), '小テスト');
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '正しいものは');
    await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), 'はい');
    await write(app, dialog.getByRole('textbox', { name: '選択肢2' }), 'いいえ');
    await app.user.click(dialog.getByRole('radio', { name: '選択肢2を正解にする' }));
    await write(app, dialog.getByRole('textbox', { name: '解説' }), 'いいえだからです');
    await save(app, dialog);
    const readSet = async () => {
      const { questionSets } = await readLesson(id);
      const set = questionSets?.find((each) => each.title === '小テスト');
      const question = (await callAs('teacher', 'GET', `/question-set/${set?.id}`)) as QuestionSet;
      const explanation = (await callAs('teacher', 'GET', `/question-set/${set?.id}/explanation`)) as Explanation;
      return { question: question.questions[0], explained: explanation.questions[0] };
    };
    await waitFor(async () => expect((await readSet()).question?.body).toBe('正しいものは'));
    const first = await readSet();
    expect(first.question?.choices.map(({ body }) => body)).toEqual(['はい', 'いいえ']);
    expect(first.explained).toMatchObject({
      correctChoiceIds: [first.question?.choices[1]?.id],
      explanation: 'いいえだからです',
    });
    await close(app);

    await press(app, '「小テスト」を編集');
    const again = await editor();
    await write(app, await again.findByRole('textbox', { name: /^問題文/ }), '変えた問題文');
    await save(app, again);
    await waitFor(async () => expect((await readSet()).question?.body).toBe('変えた問題文'));
    const second = await readSet();
    expect(second.question?.id).toBe(first.question?.id);
    expect(second.explained?.correctChoiceIds).toEqual(first.explained?.correctChoiceIds);
  });
});
