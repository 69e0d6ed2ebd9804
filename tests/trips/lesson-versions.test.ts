/**
 * Tests competing versions of a lesson: rights to write, conflicting saves, changes to different fields, drafts;
 * learners get the newest version.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import {
  field,
  findEditor,
  LESSON,
  makeLesson,
  makeOldLesson,
  openLesson,
  readEditor,
  readLesson,
  save,
  saveTextAs,
  storedText,
  write,
} from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test } from 'vitest';

useOwnServer('lesson-versions');

const network = useNetworkStub();

/** The lesson of the current test: each test has its own, because tests change it. */
let lessonId: string;
const openEditor = (user = 'teacher') => openLesson(lessonId, user);

beforeEach(async () => {
  lessonId = await makeOldLesson();
});

describe('the right to edit a lesson', () => {
  test('a student sees no lesson form, but a link to the lesson', async () => {
    await renderApp({ user: 'student', path: `/lessons/edit/${LESSON}` });

    const link = await screen.findByRole('link', { name: 'レッスンを読む' });
    expect(link.getAttribute('href')).toBe(`/lessons/${LESSON}`);
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('staff can edit a lesson', async () => {
    await openEditor('staff');

    expect(screen.getByRole('form', { name: 'レッスンを編集' })).toBeTruthy();
  });

  test('an editor whose save is refused by the server sees the reason, and the typed text stays', async () => {
    const app = await openEditor();
    await write('残る文章');
    network.answer(/^PATCH /, 403, { title: '', status: 403 });
    await app.user.click(save());

    expect((await screen.findByRole('alert')).textContent).toContain('アクセスが拒否されました');
    expect(await readEditor()).toBe('残る文章');
  });
});

describe('a draft', () => {
  test('a lesson’s draft is offered after a reload, restored with its text, and deleted once saved', async () => {
    const app = await openEditor();
    await write('書きかけの文章');
    await screen.findByText(/^未保存の変更があります/);
    fireEvent(window, new Event('pagehide'));
    await app.reload();
    await findEditor();
    await app.user.click(await screen.findByRole('button', { name: '復元' }));

    await waitFor(async () => expect(await readEditor()).toBe('書きかけの文章'));
    await app.user.click(save());
    await screen.findByText('レッスンを保存しました');
    await app.reload();
    await findEditor();
    await waitFor(async () => expect(await readEditor()).toBe('書きかけの文章'));
    expect(screen.queryByRole('button', { name: '復元' })).toBeNull();
  });

  test('saving a draft that started from an older version asks before the newer version is overwritten', async () => {
    const app = await openEditor();
    await write('古い版からの文章');
    await screen.findByText(/^未保存の変更があります/);
    fireEvent(window, new Event('pagehide'));
    await saveTextAs('admin', lessonId, '先の文章');
    await app.reload();
    await findEditor();
    await app.user.click(await screen.findByRole('button', { name: '復元' }));
    await waitFor(async () => expect(await readEditor()).toBe('古い版からの文章'));
    await app.user.click(save());

    await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    expect(await storedText(await readLesson(lessonId))).toBe('先の文章');
  });
});

describe('another user saved the lesson first', () => {
  /**
   * Saves a changed title and text after another user has changed the title on the server, and waits for the conflict
   * dialog.
   */
  async function meetNewer(): Promise<OpenedApp> {
    const app = await openEditor();
    await callAs('admin', 'PATCH', `/lessons/${lessonId}`, { title: '先に保存した題' });
    await app.user.type(await field(/タイトル/), '（自分）');
    await write('自分の本文');
    await app.user.click(save());
    await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    return app;
  }
  const dialog = () => within(screen.getByRole('dialog', { name: 'ほかの人が先に保存しました' }));

  test('the newer version of a lesson can be viewed, and overwritten', async () => {
    const app = await meetNewer();
    const look = dialog().getByRole<HTMLButtonElement>('button', { name: '新しい内容を見る' });
    await app.user.click(look);
    const newest = await dialog().findByRole('region', { name: '新しい内容' });
    within(newest).getByText('先に保存した題');
    // The button stays enabled, because a disabled button would lose the focus.
    expect(look.disabled).toBe(false);
    expect((await readLesson(lessonId)).title).toBe('先に保存した題');

    await app.user.click(dialog().getByRole('button', { name: '自分の内容で上書き' }));

    await waitFor(async () => expect((await readLesson(lessonId)).title).toBe('下書きの課（自分）'));
    expect(await storedText(await readLesson(lessonId))).toBe('自分の本文');
  });

  test('the newer version of a lesson can be loaded, and undo restores the user’s own text', async () => {
    const app = await meetNewer();
    await app.user.click(dialog().getByRole('button', { name: '新しい内容を読み込む' }));

    await waitFor(async () => expect(((await field(/タイトル/)) as HTMLInputElement).value).toBe('先に保存した題'));
    expect(await readEditor()).toBe('');
    await app.user.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(await readEditor()).toBe('自分の本文');
    await app.user.click(save());
    await waitFor(async () => expect((await readLesson(lessonId)).contentId).toBeTruthy());
    expect((await readLesson(lessonId)).title).toBe('先に保存した題');
  });

  test('in a conflict, the user’s own text of the lesson can be copied', async () => {
    const app = await meetNewer();
    await app.user.click(dialog().getByRole('button', { name: '自分の本文をコピー' }));

    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('自分の本文'));
  });

  test('a question set that was saved meanwhile causes no conflict with its lesson', async () => {
    const app = await openEditor();
    await callAs('teacher', 'POST', '/question-set/', { lessonId, title: '問題', questions: [] });
    await app.user.type(await field(/タイトル/), '2');
    await app.user.click(save());

    await waitFor(async () => expect((await readLesson(lessonId)).title).toBe('下書きの課2'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('another user deleted the lesson', () => {
  const made = () => app.href.split('/').at(-1) ?? '';
  let app: OpenedApp;

  test('the text of a deleted lesson is saved as a new lesson, whose editor opens', async () => {
    app = await openEditor();
    await write('残る文章');
    await callAs('admin', 'DELETE', `/lessons/${lessonId}`);
    await app.user.click(save());
    await app.user.click(await screen.findByRole('button', { name: '新しいレッスンとして保存' }));

    await screen.findByText('レッスンを保存しました');
    await waitFor(() => expect(made()).not.toBe(lessonId));
    expect(await storedText(await readLesson(made()))).toBe('残る文章');
    await waitFor(() => expect(screen.queryByRole('button', { name: '新しいレッスンとして保存' })).toBeNull());
    expect(await readEditor()).toBe('残る文章');
  });

  test('the draft of a deleted lesson is offered later, and becomes a new lesson', async () => {
    app = await openEditor();
    await write('残る文章');
    await screen.findByText(/^未保存の変更があります/);
    fireEvent(window, new Event('pagehide'));
    await callAs('admin', 'DELETE', `/lessons/${lessonId}`);
    await app.reload();
    await screen.findByText(/編集していたレッスンは、ほかの人が削除しました。/);
    await app.user.click(await screen.findByRole('button', { name: '復元' }));
    await waitFor(async () => expect(await readEditor()).toBe('残る文章'));
    await app.user.click(save());

    await waitFor(() => expect(made()).not.toBe(lessonId));
    expect(await storedText(await readLesson(made()))).toBe('残る文章');
    await app.goTo(`/lessons/edit/${lessonId}`);
    await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
  });

  test('the text of a lesson whose course is deleted can be saved into another course', async () => {
    const course = (await callAs('admin', 'POST', '/courses/', { title: '消える', description: '' })) as { id: string };
    const section = (await callAs('admin', 'POST', '/sections/', { courseId: course.id, title: '節' })) as {
      id: string;
    };
    const chapter = (await callAs('admin', 'POST', '/chapters/', { sectionId: section.id, title: '章' })) as {
      id: string;
    };
    await callAs('admin', 'PATCH', `/lessons/${lessonId}`, { chapterId: chapter.id });
    app = await openEditor();
    await write('残る文章');
    await callAs('admin', 'DELETE', `/courses/${course.id}`);
    await app.user.click(save());
    await screen.findByRole('option', { name: 'Gitとコマンドライン' });
    await app.user.selectOptions(screen.getByRole('combobox', { name: /コース/ }), 'git');
    await screen.findByRole('option', { name: 'ターミナルに慣れる' });
    await app.user.selectOptions(screen.getByRole('combobox', { name: /チャプター/ }), 'ターミナルに慣れる');
    await app.user.click(screen.getByRole('button', { name: '新しいレッスンとして保存' }));

    await screen.findByText('レッスンを保存しました');
    await waitFor(() => expect(made()).not.toBe(lessonId));
    expect((await readLesson(made())).courseId).toBe('git');
  });
});

test('a learner gets a lesson’s newest version after an editor changed it', async () => {
  const before = await callAs('teacher', 'GET', '/lessons/git-bash-script');
  const { title } = before as { title: string };
  const app = await renderApp({ user: 'student', path: '/lessons/git-bash-script' });
  await screen.findByRole('heading', { level: 1, name: title });
  try {
    await callAs('teacher', 'PATCH', '/lessons/git-bash-script', { minutes: 59 });
    await app.goTo('/community');
    await app.goTo('/lessons/git-bash-script');

    await screen.findByText(/約59分/);
  } finally {
    const { minutes } = before as { minutes?: number };
    await callAs('teacher', 'PATCH', '/lessons/git-bash-script', { minutes: minutes ?? null });
  }
});

test('saving a lesson sends its version also to a server that lists no capabilities', async () => {
  const info = (await callAs('teacher', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  const app = await openEditor();
  const before = await readLesson(lessonId);
  await app.user.type(await field(/タイトル/), '・改');
  await app.user.click(save());
  await screen.findByText('レッスンを保存しました');

  const [patch] = network.sent.filter(({ method }) => method === 'PATCH');
  expect(JSON.parse(patch?.body ?? '{}')).toMatchObject({ updatedAt: before.updatedAt });
});

describe('changes of two people to different fields', () => {
  beforeEach(async () => {
    lessonId = await makeLesson();
  });

  test('another user’s saved text is kept beside a changed title, and the form continues from that version', async () => {
    const app = await openLesson(lessonId, 'teacher');
    await saveTextAs('admin', lessonId, '先の文章');
    await app.user.type(await field(/タイトル/), '2');
    await app.user.click(save());

    await screen.findByText('ほかの人が変えた「本文」と合わせて保存しました');
    await waitFor(async () => expect(await readEditor()).toBe('先の文章'));
    await app.user.type(await field(/タイトル/), '3');
    await app.user.click(save());
    await waitFor(async () => expect((await readLesson(lessonId)).title).toBe('下書きの課23'));
    expect(await storedText(await readLesson(lessonId))).toBe('先の文章');
  });

  test('fault: text is typed while another user’s text is loaded into the form → the next save shows the conflict dialog', async () => {
    const app = await openLesson(lessonId, 'teacher');
    await saveTextAs('admin', lessonId, '先の文章');
    await app.user.type(await field(/タイトル/), '2');
    const release = network.hold(/^GET \/lessons\//);
    await app.user.click(save());
    await screen.findByText('ほかの人が変えた「本文」と合わせて保存しました');
    await write('あとからの文章');
    release();
    await app.user.click(save());

    await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    expect(await storedText(await readLesson(lessonId))).toBe('先の文章');
    expect(await readEditor()).toBe('あとからの文章');
  });
});
