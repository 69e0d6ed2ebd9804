/**
 * Tests the forms of a question set and of a required course (必修), which open in a screen: a broken connection creates
 * no double.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, infoWithoutKeys, useOwnServer, useProxy } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { openNewSet, save, titlesOf, write } from '@tests/support/question-set-editing';
import { afterEach, describe, expect, test } from 'vitest';

import { dayInJapan } from '@/lib/japan-time';

useOwnServer('lost-answers-in-place');
const network = useNetworkStub();
const proxy = useProxy();

/** A filled form: how it is sent, and what the server has of it. */
interface Filled {
  submit: () => Promise<void>;
  made: () => Promise<unknown[]>;
}

async function fillQuestionSet(): Promise<Filled> {
  const { app, lessonId, dialog } = await openNewSet();
  await write(app, await dialog.findByLabelText(/^タイトル/), '一度だけ');
  await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '正しいものは');
  await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), 'はい');
  await write(app, dialog.getByRole('textbox', { name: '選択肢2' }), 'いいえ');
  await app.user.click(dialog.getByRole('radio', { name: '選択肢2を正解にする' }));
  return { submit: () => save(app, dialog), made: () => titlesOf(lessonId) };
}

async function listAssignments(): Promise<{ id: string }[]> {
  return ((await callAs('teacher', 'GET', '/assignments/')) as { items: { id: string }[] }).items;
}

async function fillAssignment(): Promise<Filled> {
  const app = await renderApp({ user: 'teacher', path: '/companies/minato' });
  await app.user.click(await screen.findByRole('button', { name: '必修', expanded: false }));
  const region = within(await screen.findByRole('region', { name: '必修' }));
  await app.user.click(region.getByRole('button', { name: '必修を追加' }));
  await region.findByRole('option', { name: '情報セキュリティの基本' });
  await app.user.selectOptions(region.getByLabelText(/^コース/), '情報セキュリティの基本');
  await app.user.type(region.getByLabelText(/^期限/), dayInJapan(Date.now() + 35 * 86_400_000));
  return { submit: () => app.user.click(region.getByRole('button', { name: '追加' })), made: listAssignments };
}

afterEach(async () => {
  for (const { id } of await listAssignments()) await callAs('teacher', 'DELETE', `/assignments/${id}`);
});

const forms = [
  ['question set', fillQuestionSet],
  ['required course', fillAssignment],
] as const;
const cases = ['cut', 'lose'].flatMap((loss) => [true, false].map((hasKeys) => ({ loss, hasKeys }))) as {
  loss: 'cut' | 'lose';
  hasKeys: boolean;
}[];

describe.each(forms)('a new %s', (kind, fill) => {
  test.each(cases)(
    `fault: the connection breaks at a new ${kind} ($loss), server with keys: $hasKeys → sent again if its outcome is unknown, it exists once`,
    async ({ loss, hasKeys }) => {
      if (!hasKeys) network.answer('GET /info/', 200, await infoWithoutKeys());
      const { submit, made } = await fill();
      proxy.follow(({ method }) => (method === 'POST' ? loss : 'pass'));
      await submit();
      // Without keys, a create whose response was lost is looked for at once.
      if (hasKeys || loss === 'cut') {
        await screen.findAllByText(/接続できませんでした/);
        proxy.pass();
        await submit();
      }

      await waitFor(async () => expect(await made()).toHaveLength(1));
      await waitFor(() => expect(screen.queryByText(/接続できませんでした/)).toBeNull());
      expect(await made()).toHaveLength(1);
    },
  );

  test(`fault: the browser sends a new ${kind} twice → it exists once`, async () => {
    const { submit, made } = await fill();
    proxy.follow(({ method }) => (method === 'POST' ? 'twice' : 'pass'));
    await submit();

    await waitFor(async () => expect(await made()).toHaveLength(1));
  });
});

test.each([
  ['with times', { updatedAt: new Date(Date.now() + 3_600_000).toISOString() }],
  ['without times', {}],
])(
  'fault: the response to a new question set is lost on a server %s that makes its own ids → the set is found by its content',
  async (_, times) => {
    network.answer('GET /info/', 200, await infoWithoutKeys());
    const { submit, made } = await fillQuestionSet();
    const choices = ['はい', 'いいえ'].map((body, index) => ({ id: String(index), body }));
    network.answer(/^GET \/question-set\/[^/]+$/, 200, {
      id: 'own',
      title: '一度だけ',
      ...times,
      questions: [{ id: '7', type: 'single', body: '正しいものは', choices }],
    });
    proxy.follow(({ method }) => (method === 'POST' ? 'lose' : 'pass'));
    await submit();

    await screen.findByText('問題集を保存しました');
    expect(screen.queryByText(/接続できませんでした/)).toBeNull();
    expect(await made()).toHaveLength(1);
  },
);
