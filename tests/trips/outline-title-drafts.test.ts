/**
 * Tests the drafts of titles that are edited in a course's outline: they survive a reload, and are offered when the
 * field is opened.
 */
import { screen, waitFor } from '@testing-library/dom';
import type { OpenedApp } from '@tests/support/app';
import { press } from '@tests/support/course-editing';
import { callAs, signInAs } from '@tests/support/demo';
import { chooseInRow, firstSection, openOutline, OUTLINE, shownTitles, useOutline } from '@tests/support/outline';
import { expect, test } from 'vitest';

import { ownerKey } from '@/session/session';
import { listOwned } from '@/storage/owned-store';

const { network, getCourse } = useOutline('outline-title-drafts');

const open = () => openOutline(`/courses/${getCourse().id}`);
const lesson = () => firstSection(getCourse()).chapters?.[0]?.lessons?.[0];
const lessonDraft = () => `form|outline-lesson|${lesson()?.id}`;

async function expectDrafts(expected: string[]): Promise<void> {
  const owner = ownerKey(await signInAs('teacher'));
  await waitFor(async () => expect((await listOwned('drafts', owner)).map(([key]) => key)).toEqual(expected));
}

const openTitle = async (app: OpenedApp) => {
  await chooseInRow(app, '道具', 'タイトルを変更');
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'レッスンのタイトル' });
};
const edit = async (app: OpenedApp, words: string) => {
  await openTitle(app);
  await app.user.keyboard(words);
};

test('a title edited in the outline is offered after a reload when its field is opened, and the draft is deleted once it is saved', async () => {
  const app = await open();
  await edit(app, '工具');
  await expectDrafts([lessonDraft()]);
  await app.reload();
  const field = await openTitle(app);
  await press(app, '復元');
  expect([field.value, document.activeElement]).toEqual(['工具', field]);
  await app.user.click(screen.getByRole('heading', { level: 1 }));

  await waitFor(() => expect(shownTitles()).toEqual(OUTLINE.with(2, '--工具')));
  expect(await callAs('teacher', 'GET', `/lessons/${lesson()?.id}`)).toMatchObject({ title: '工具' });
  await expectDrafts([]);
});

test('with the keyboard, the focus can move from an edited outline title to its offered draft; leaving both closes the field', async () => {
  const app = await open();
  await edit(app, '工具');
  await expectDrafts([lessonDraft()]);
  await app.reload();
  await openTitle(app);
  await screen.findByRole('group', { name: '前回の書きかけ' });
  await app.user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '復元' }));
  await app.user.tab();
  await app.user.tab();

  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'レッスンのタイトル' })).toBeNull());
  await expectDrafts([lessonDraft()]);
});

test('Escape in an edited outline title deletes its draft', async () => {
  const app = await open();
  await edit(app, '工具');
  await expectDrafts([lessonDraft()]);
  await app.user.keyboard('{Escape}');

  await expectDrafts([]);
  expect(shownTitles()).toEqual(OUTLINE);
});

test('fault: an edited outline title cannot be saved, and the user leaves → the question promises the draft, which is offered later', async () => {
  const app = await open();
  network.cut(/^PATCH \/lessons\//);
  await edit(app, '工具{Enter}');
  await screen.findByRole('alert');
  await app.user.click(screen.getByRole('link', { name: '受講者の見え方' }));
  await screen.findByText('書きかけはこの端末に残り、次に開いたときに復元できます。');
  await app.user.click(screen.getByRole('button', { name: '保存せずに移動' }));
  await screen.findByRole('note');
  network.restore();
  await app.goTo(`/courses/${getCourse().id}`);
  const field = await openTitle(app);
  await press(app, '復元');

  expect(field.value).toBe('工具');
});
