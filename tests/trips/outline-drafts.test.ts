/**
 * Tests the drafts of typed rows in a course's outline: they survive a reload, are offered again, and are added once.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import type { OpenedApp } from '@tests/support/app';
import { press } from '@tests/support/course-editing';
import { callAs, infoWithoutKeys, signInAs } from '@tests/support/demo';
import { chooseInRow, firstSection, openOutline, OUTLINE, shownTitles, useOutline } from '@tests/support/outline';
import { describe, expect, test } from 'vitest';

import { ownerKey } from '@/session/session';
import { listOwned } from '@/storage/owned-store';

const { network, getCourse, storedTitles, expectTitles } = useOutline('outline-drafts');

const open = () => openOutline(`/courses/${getCourse().id}`);
const newRow = (kind: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `新しい${kind}のタイトル` });
const offer = () => screen.findByRole('group', { name: '前回の書きかけ' });
const added = (title: string) => screen.findByRole('button', { name: `「${title}」のその他の操作` });
const posts = () => network.sent.filter(({ method }) => method === 'POST');

async function draftsOf(user: string): Promise<string[]> {
  return (await listOwned('drafts', ownerKey(await signInAs(user)))).map(([key]) => key);
}
const expectDrafts = (keys: string[]) => waitFor(async () => expect(await draftsOf('teacher')).toEqual(keys));
const rowsDraft = () => `form|course-rows|${getCourse().id}`;

/** Types a lesson into the chapter 「準備」, between its two lessons. */
async function typeLesson(app: OpenedApp, words = '掃除'): Promise<void> {
  await chooseInRow(app, '道具', '下にレッスンを追加');
  await newRow('レッスン');
  await app.user.keyboard(words);
}

describe('a typed row of the outline', () => {
  const leavings = {
    reload: (app: OpenedApp) => app.reload(),
    'change of screen': async (app: OpenedApp) => {
      await app.goTo('/community');
      await screen.findByRole('heading', { level: 1, name: 'コミュニティ（Discord）' });
      await app.goTo(`/courses/${getCourse().id}`);
    },
  };

  test.each(Object.entries(leavings))(
    'a typed row is offered after a %s, and restored with its level and parent; the draft is deleted once it is added',
    async (_name, leave) => {
      const app = await open();
      await typeLesson(app);
      await leave(app);
      await offer();
      expect(shownTitles()).toEqual(OUTLINE);
      await press(app, '復元');
      const field = await newRow('レッスン');
      expect([field.value, document.activeElement, shownTitles()]).toEqual([
        '掃除',
        field,
        OUTLINE.toSpliced(3, 0, '--…'),
      ]);
      await expectDrafts([rowsDraft()]);
      await app.user.keyboard('{Enter}');
      await added('掃除');
      await app.user.keyboard('{Escape}');

      await expectTitles(OUTLINE.toSpliced(3, 0, '--掃除'));
      await expectDrafts([]);
      expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
    },
  );

  test('Escape in a typed outline row deletes its draft, and so does 破棄 (discard)', async () => {
    const app = await open();
    await typeLesson(app);
    await expectDrafts([rowsDraft()]);
    await app.user.keyboard('{Escape}');
    await expectDrafts([]);
    await typeLesson(app);
    await expectDrafts([rowsDraft()]);
    await app.reload();
    await press(app, '破棄');

    await expectDrafts([]);
    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
  });

  test('an outline row that is added while the user changes the screen leaves no draft', async () => {
    const app = await open();
    await typeLesson(app);
    const answer = network.hold(/^POST \/lessons\//);
    await app.user.keyboard('{Enter}');
    await app.goTo('/community');
    await expectDrafts([rowsDraft()]);
    answer();

    await expectDrafts([]);
    expect(await storedTitles()).toContain('--掃除');
  });

  test('fault: an outline row cannot be added, and the page is reloaded → 復元 (restore) adds the row and brings the next one back', async () => {
    const app = await open();
    network.cut(/^POST \/lessons\//);
    await typeLesson(app, '掃除{Enter}片付け');
    await screen.findByRole('alert');
    await app.reload();
    network.restore();
    await press(app, '復元');
    await added('掃除');
    expect((await newRow('レッスン')).value).toBe('片付け');
    await app.user.keyboard('{Enter}');
    await added('片付け');
    await app.user.keyboard('{Escape}');

    await expectTitles(OUTLINE.toSpliced(3, 0, '--掃除', '--片付け'));
    await expectDrafts([]);
  });

  test.each([true, false])(
    'fault: the response to an outline row is lost, and the page is reloaded (server with keys: %s) → the draft adds no second row',
    async (hasKeys) => {
      if (!hasKeys) network.answer('GET /info/', 200, await infoWithoutKeys());
      const app = await open();
      network.loseAnswers(/^POST \/lessons\//);
      const answerCourse = network.hold(`GET /courses/${getCourse().id}`);
      await typeLesson(app, '掃除{Enter}片付け');
      await waitFor(async () => expect(await storedTitles()).toContain('--掃除'));
      await expectDrafts([rowsDraft()]);
      answerCourse();
      await app.reload();
      network.restore();
      await press(app, '復元');
      await added('掃除');
      expect((await newRow('レッスン')).value).toBe('片付け');
      await app.user.keyboard('{Enter}');
      await added('片付け');
      await app.user.keyboard('{Escape}');

      await expectTitles(OUTLINE.toSpliced(3, 0, '--掃除', '--片付け'));
      await expectDrafts([]);
    },
  );

  test('fault: the browser dies after an outline row arrived and before its response → the row is not offered again', async () => {
    const app = await open();
    network.hold(/^POST \/lessons\//);
    await typeLesson(app, '掃除{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(1));
    await expectDrafts([rowsDraft()]);
    const { sections } = getCourse();
    await callAs('teacher', 'POST', '/lessons/', {
      chapterId: sections?.[0]?.chapters?.[0]?.id,
      title: '掃除',
      order: 1,
    });
    await app.reload();
    await added('掃除');
    await press(app, 'セクションを追加');
    await newRow('セクション');

    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
    await app.user.keyboard('{Escape}');
    await expectTitles(OUTLINE.toSpliced(3, 0, '--掃除'));
  });

  test('fault: the chapter of a typed lesson is deleted meanwhile → the restored row is a row at the end of the outline', async () => {
    const app = await open();
    await typeLesson(app);
    await expectDrafts([rowsDraft()]);
    await callAs('teacher', 'DELETE', `/chapters/${firstSection(getCourse()).chapters?.[0]?.id}`);
    await app.reload();
    await press(app, '復元');
    expect((await newRow('チャプター')).value).toBe('掃除');
    await app.user.keyboard('{Enter}');
    await added('掃除');
    await app.user.keyboard('{Escape}');

    await expectTitles(['前半', '-実践', '--手順', '後半', '-掃除']);
  });

  test('a typed row of the outline is not shown to another user of the device, and is deleted when its user signs out', async () => {
    const app = await open();
    await typeLesson(app);
    await expectDrafts([rowsDraft()]);
    await signInAs('admin');
    await app.reload();
    await press(app, 'セクションを追加');
    await newRow('セクション');
    expect(screen.queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
    await signInAs('teacher');
    await app.reload();
    await offer();
    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    await screen.findByText('保存していない編集が1件');
    await app.user.click(screen.getByRole('button', { name: '編集を破棄してログアウト' }));
    await screen.findByRole('button', { name: 'ログイン' });

    expect(await draftsOf('teacher')).toEqual([]);
  });
});

describe('lines pasted into the new row', () => {
  const text = '第2節 安全\n- 保護具\n- 通路\n第3節 片付け';
  const openChapter = async (app: OpenedApp) => {
    await chooseInRow(app, '準備', '下にチャプターを追加');
    await newRow('チャプター');
  };
  const planned = () => within(screen.getByRole('region', { name: '貼り付けた行' })).getAllByRole('listitem');

  test('pasted lines become rows of their levels after one press, in their order', async () => {
    const app = await open();
    await openChapter(app);
    await app.user.paste(text);
    expect(planned().map((item) => item.textContent)).toEqual([
      'チャプター：第2節 安全',
      'レッスン：保護具',
      'レッスン：通路',
      'チャプター：第3節 片付け',
    ]);
    expect(posts()).toEqual([]);
    await press(app, '4行を追加');
    await added('第3節 片付け');
    const made = OUTLINE.toSpliced(4, 0, '-第2節 安全', '--保護具', '--通路', '-第3節 片付け');
    await waitFor(() => expect(shownTitles().filter((title) => !title.endsWith('…'))).toEqual(made));
    expect(posts()).toHaveLength(4);
    expect((await newRow('チャプター')).value).toBe('');
  });

  test('pasted lines that were not added yet are offered after a reload', async () => {
    const app = await open();
    await openChapter(app);
    await app.user.paste(text);
    await expectDrafts([rowsDraft()]);
    await app.reload();
    await offer();
    await press(app, '復元');
    await screen.findByRole('region', { name: '貼り付けた行' });
    expect(planned()).toHaveLength(4);
    expect(posts()).toEqual([]);
  });

  test('fault: a pasted row cannot be added → the rest waits, and もう一度 (try again) adds all in order', async () => {
    const app = await open();
    await openChapter(app);
    await app.user.paste(text);
    network.cut();
    await press(app, '4行を追加');
    await screen.findByRole('button', { name: 'もう一度' });
    network.restore();
    await press(app, 'もう一度');
    await added('第3節 片付け');
    expect(shownTitles().filter((title) => !title.endsWith('…'))).toEqual(
      OUTLINE.toSpliced(4, 0, '-第2節 安全', '--保護具', '--通路', '-第3節 片付け'),
    );
  });

  test('a single pasted line is text of the field', async () => {
    const app = await open();
    await openChapter(app);
    await app.user.paste('- 保護具\n');
    expect((await newRow('チャプター')).value).toContain('保護具');
    expect(screen.queryByRole('region', { name: '貼り付けた行' })).toBeNull();
  });
});
