/** Tests the list of question sets on the lesson’s edit screen: rights, and the actions on a whole set. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { cancelQuestion } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { makeLesson, openList, order, single, text, titlesOf, watchWrites } from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('question-set-list');
const network = useNetworkStub();
const { writes, lastBody } = watchWrites(network);

describe('rights to the list of question sets', () => {
  test.each(['staff', 'teacher', 'admin'])(
    '%s sees a lesson’s question sets with buttons to edit and add them',
    async (user) => {
      const { lessonId } = await makeLesson(['確認問題', single]);
      await openList(lessonId, user);

      await screen.findByRole('button', { name: '「確認問題」を編集' });
      screen.getByRole('button', { name: '問題集を追加' });
    },
  );

  test('a student sees no list of question sets', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/edit/git-pipes' });
    await waitFor(() => expect(app.router.state.status).toBe('idle'));

    expect(screen.queryByRole('button', { name: /問題集を追加|を編集$/ })).toBeNull();
  });
});

describe('the list', () => {
  test('a lesson without question sets shows how to add one', async () => {
    const { lessonId } = await makeLesson();
    await openList(lessonId);

    await screen.findByText('問題集はまだありません');
  });

  test('a question set is renamed in place; its questions and answers stay', async () => {
    const { lessonId, sets } = await makeLesson(['旧', single, order]);
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '「旧」のその他の操作' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'タイトルを変更' }));
    const form = within(screen.getByRole('group', { name: '「旧」のタイトルを変更' }));
    const field = form.getByRole<HTMLInputElement>('textbox', { name: 'タイトル' });
    await app.user.clear(field);
    await app.user.keyboard('{Enter}');
    expect(screen.getByText('タイトルを入力してください。')).toBeDefined();

    await app.user.type(field, '新しい題');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(writes()).toEqual([]);
    await app.user.keyboard('{Enter}');

    await screen.findByRole('button', { name: '「新しい題」を編集' });
    expect(writes()).toEqual([`PUT /question-set/${sets[0]?.id}`]);
    expect(lastBody('PUT').questions).toMatchObject([
      { id: 'q-single', correctChoiceIds: ['b'] },
      { id: 'q-order', correctOrder: ['c', 'a', 'b'] },
    ]);
  });

  test('a copy of a question set is placed right after the original, with new ids', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text]);
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '「一」のその他の操作' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'コピーを作成' }));

    await screen.findByRole('button', { name: '「一のコピー」を編集' });
    expect(await titlesOf(lessonId)).toEqual(['一', '一のコピー', '二']);
    const [question] = lastBody('POST').questions;
    expect(question.id).not.toBe('q-single');
    expect(question.correctChoiceIds).toEqual([question.choices[1].id]);
  });

  test('a question set is deleted after a confirmation with its name; キャンセル keeps it', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text]);
    const app = await openList(lessonId);
    const ask = async () => {
      await app.user.click(await screen.findByRole('button', { name: '「一」のその他の操作' }));
      await app.user.click(await screen.findByRole('menuitem', { name: '削除' }));
      await screen.findByText(/1問がすべて削除されます。受講者の解答の記録は残ります。/);
    };
    await ask();
    await cancelQuestion(app);
    expect(writes()).toEqual([]);

    await ask();
    await app.user.dblClick(screen.getByRole('button', { name: '「一」を削除' }));

    await waitFor(() => expect(screen.queryByText('一')).toBeNull());
    expect(writes()).toHaveLength(1);
    expect(await titlesOf(lessonId)).toEqual(['二']);
  });

  test('a question set is moved in the list by buttons, also by keyboard alone', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text], ['三', order]);
    const app = await openList(lessonId);
    (await screen.findByRole('button', { name: '「三」を上へ' })).focus();
    await app.user.keyboard('{Enter}');

    await waitFor(async () => expect(await titlesOf(lessonId)).toEqual(['一', '三', '二']));
    await screen.findByText('「三」を3件中2番目に移動しました。');
  });

  test('a failed action on a question set shows an error, and changes nothing', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text]);
    const app = await openList(lessonId);
    await screen.findByRole('button', { name: '「一」を下へ' });
    network.cut(/question-set/);
    await app.user.click(screen.getByRole('button', { name: '「一」を下へ' }));

    await screen.findByText('接続できませんでした。何も変わっていません。');
    network.restore();
    network.answer(/^PUT/, 403, { title: 'x', status: 403 });
    await app.user.click(screen.getByRole('button', { name: '「一」を下へ' }));

    await screen.findByText(/アクセスが拒否されました/);
    expect(await titlesOf(lessonId)).toEqual(['一', '二']);
  });
});
