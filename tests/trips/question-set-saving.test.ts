/**
 * Tests that saving a question set despite conflicting saves, a lost network or a reload loses nothing; and a lesson's
 * list of question sets.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { cancelQuestion } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import {
  choices,
  close,
  editor,
  makeLesson,
  openList,
  openNewSet,
  openSet,
  order,
  readSet,
  save,
  single,
  text,
  titlesOf,
  watchWrites,
  write,
} from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('question-set-saving');

const network = useNetworkStub();
const { writes, lastBody, saved } = watchWrites(network);

describe('another user saved or deleted the question set', () => {
  async function openAndBeOvertaken() {
    const opened = await openSet(single);
    const theirs = { lessonId: opened.lessonId, title: '先の題', questions: [{ ...single, body: '先の文' }] };
    await callAs('staff', 'PUT', `/question-set/${opened.setId}`, theirs);
    await write(opened.app, opened.dialog.getByLabelText(/^タイトル/), '自分の題');
    await save(opened.app, opened.dialog);
    const question = within(await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' }));
    return { ...opened, question };
  }

  test('a question set that another user saved first can be overwritten after a confirmation', async () => {
    const { app, question, setId } = await openAndBeOvertaken();
    await app.user.click(question.getByRole('button', { name: '自分の内容で上書き' }));

    await saved();
    await waitFor(async () =>
      expect(await readSet(setId)).toMatchObject({ title: '自分の題', questions: [{ body: '先の文' }] }),
    );
  });

  test('another user’s questions are kept beside a changed title, and the form continues from that version', async () => {
    const { app, dialog, setId, lessonId } = await openSet(single);
    const { title } = await readSet(setId);
    const questions = [{ ...single, body: '先の文' }];
    await callAs('staff', 'PUT', `/question-set/${setId}`, { lessonId, title, questions });
    await write(app, dialog.getByLabelText(/^タイトル/), '自分の題');
    await save(app, dialog);

    await screen.findByText('ほかの人が変えた「問題」と合わせて保存しました');
    await waitFor(() =>
      expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ }).value).toBe('先の文'),
    );
    await write(app, dialog.getByLabelText(/^タイトル/), '後の題');
    await save(app, dialog);
    await waitFor(async () =>
      expect(await readSet(setId)).toMatchObject({ title: '後の題', questions: [{ body: '先の文' }] }),
    );
  });

  test('the other user’s version of a question set can be loaded, and the user’s own version restored and saved', async () => {
    const { app, question, dialog, setId } = await openAndBeOvertaken();
    await app.user.click(question.getByRole('button', { name: '新しい内容を読み込む' }));

    await dialog.findByText('新しい内容を読み込みました');
    const title = dialog.getByLabelText<HTMLInputElement>(/^タイトル/);
    expect(title.value).toBe('先の題');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ }).value).toBe('先の文');
    await app.user.click(dialog.getByRole('button', { name: '自分の内容に戻す' }));
    expect(title.value).toBe('自分の題');
    await save(app, dialog);

    await saved();
    await waitFor(async () => expect((await readSet(setId)).title).toBe('自分の題'));
  });

  test('a question set that another user deleted can be saved as a new set', async () => {
    const { app, dialog, setId, lessonId } = await openSet(single);
    await callAs('staff', 'DELETE', `/question-set/${setId}`);
    await write(app, dialog.getByLabelText(/^タイトル/), '残った題');
    await save(app, dialog);
    await app.user.click(await dialog.findByRole('button', { name: '新しい問題集として保存' }));

    await saved();
    await waitFor(async () => expect(await titlesOf(lessonId)).toEqual(['残った題']));
  });

  test('opening a deleted or unreachable question set shows an error instead of an editor', async () => {
    const { lessonId, sets } = await makeLesson(['一', single]);
    const app = await openList(lessonId);
    const open = await screen.findByRole('button', { name: '「一」を編集' });
    network.cut(/question-set/);
    await app.user.click(open);
    await screen.findByText('接続できませんでした。つながると編集できます。');
    network.restore();
    await app.user.click(screen.getByRole('button', { name: 'もう一度' }));
    await (await editor()).findByLabelText(/^タイトル/);
    await close(app);

    await callAs('staff', 'DELETE', `/question-set/${sets[0]?.id}`);
    await app.user.click(await screen.findByRole('button', { name: '「一」を編集' }));
    await screen.findByText('問題集が見つかりません。ほかの人が削除した可能性があります。');
  });
});

describe('nothing is lost', () => {
  test('the form of a question set stays filled offline, and is saved once online', async () => {
    const { app, dialog, setId } = await openSet(single);
    network.cut();
    await write(app, dialog.getByLabelText(/^タイトル/), '電波のない題');
    await save(app, dialog);
    await dialog.findByText('接続できませんでした。入力した内容はこのまま残っています。');

    network.restore();
    await save(app, dialog);
    await saved();
    await waitFor(async () => expect((await readSet(setId)).title).toBe('電波のない題'));
  });

  test('creating a question set is not repeated after the server’s response was lost', async () => {
    const { app, lessonId, dialog } = await openNewSet();
    await write(app, await dialog.findByLabelText(/^タイトル/), '一度だけ');
    await app.user.click(dialog.getByRole('radio', { name: '記述' }));
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '問い');
    await write(app, dialog.getByLabelText('正解1'), '答え');
    network.loseAnswers(/^POST/);
    await save(app, dialog);
    await dialog.findByText(/^接続できませんでした/);

    network.restore();
    await write(app, dialog.getByLabelText(/^タイトル/), 'やはり一度だけ');
    await save(app, dialog);
    await saved();
    await waitFor(async () => expect(await titlesOf(lessonId)).toEqual(['やはり一度だけ']));
  });

  test('a save of a question set that is repeated because its response was lost causes no conflict with the first one', async () => {
    const { app, dialog, setId } = await openSet(single, order);
    await write(app, dialog.getByLabelText(/^タイトル/), '届いた題');
    network.cut(/^PUT/);
    await save(app, dialog);
    await dialog.findByText(/^接続できませんでした/);
    await callAs('teacher', 'PUT', `/question-set/${setId}`, lastBody('PUT'));

    network.restore();
    await save(app, dialog);
    await saved();
    expect(screen.queryByText('ほかの人が先に保存しました')).toBeNull();
  });

  test('the draft of a question set survives a reload, is marked in the list, and is deleted once saved', async () => {
    const { app, dialog } = await openSet(single, text);
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '書きかけの文');
    fireEvent(window, new Event('pagehide'));
    await app.reload();
    await screen.findByText('書きかけあり');
    await app.user.click(await screen.findByRole('button', { name: '「確認問題」を編集' }));
    const again = await editor();
    await app.user.click(await again.findByRole('button', { name: '復元' }));
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ }).value).toBe('書きかけの文');
    await save(app, again);
    await saved();
    await close(app);

    await waitFor(() => expect(screen.queryByText('書きかけあり')).toBeNull());
  });

  test('closing a new question set with unsaved changes asks first, and keeps the changes as a draft', async () => {
    const { app, dialog } = await openNewSet();
    await write(app, await dialog.findByLabelText(/^タイトル/), '途中');
    await close(app);
    await cancelQuestion(app);
    expect(dialog.getByLabelText<HTMLInputElement>(/^タイトル/).value).toBe('途中');
    await close(app);
    await app.user.click(await screen.findByRole('button', { name: '保存せずに閉じる' }));

    await app.user.click(await screen.findByRole('button', { name: '書きかけの問題集を続ける' }));
    const again = await editor();
    await app.user.click(await again.findByRole('button', { name: '復元' }));
    expect(again.getByLabelText<HTMLInputElement>(/^タイトル/).value).toBe('途中');
    expect(writes()).toEqual([]);
  });

  test('leaving the screen with unsaved changes of a question set asks first', async () => {
    const { app, dialog, lessonId } = await openSet(single);
    await write(app, dialog.getByLabelText(/^タイトル/), '途中');
    app.router.history.push('/courses');
    await cancelQuestion(app);

    expect(app.href).toBe(`/lessons/edit/${lessonId}`);
    expect(dialog.getByLabelText<HTMLInputElement>(/^タイトル/).value).toBe('途中');
  });
});

test('a server that makes its own ids for questions and choices gets those ids at the next save', async () => {
  const { app, dialog, setId, lessonId } = await openSet(single);
  const theirs = (ids: string[]) => ids.map((id, index) => ({ id, body: choices[index]?.body }));
  const question = { ...single, id: '23', choices: theirs(['71', '72', '73']), correctChoiceIds: undefined };
  const updatedAt = '2026-11-28T00:00:00.000Z';
  network.answer(/^PUT .question-set/, 200, {
    id: setId,
    lessonId,
    title: '新しい題',
    updatedAt,
    questions: [question],
  });
  await write(app, dialog.getByLabelText(/^タイトル/), '新しい題');
  await save(app, dialog);
  await saved();

  await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '海の色は');
  await save(app, dialog);

  await waitFor(() =>
    expect(lastBody('PUT').questions).toMatchObject([
      { id: '23', body: '海の色は', choices: [{ id: '71' }, { id: '72' }, { id: '73' }], correctChoiceIds: ['72'] },
    ]),
  );
});

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
