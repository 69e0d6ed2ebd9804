/** Tests undoing deletions: at once, later from the trash (ごみ箱), and within 8 s on servers without a trash. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { holdTimers } from '@tests/support/hold-timers';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, chooseInRow, firstSection } from '@tests/support/outline';
import { beforeEach, describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import type { TrashItem } from '@/api/trash';

useOwnServer('trash');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
let course: CourseDetail;
const main = () => within(screen.getByRole('main'));
const exists = (path: string) =>
  callAs('teacher', 'GET', path).then(
    () => true,
    () => false,
  );

beforeEach(async () => {
  const { items } = (await callAs('admin', 'GET', '/trash/?size=200')) as { items: TrashItem[] };
  for (const { id } of items.toReversed())
    await callAs('admin', 'POST', `/trash/${id}/restore`, { status: 'draft' }).catch(() => undefined);
  course = await addOutline(await makeCourse({ title: '避難の訓練' }));
});

/** Deletes the course's first section from the section's screen. */
async function deleteSection(): Promise<OpenedApp> {
  const app = await renderApp({ user: 'teacher', path: `/sections/${firstSection(course).id}` });
  await chooseInRow(app, '前半', '削除');
  const question = await screen.findByRole('group', { name: /^「前半」と、/ });
  await app.user.click(within(question).getByRole('button', { name: '「前半」を削除' }));
  return app;
}

describe('on a server with a trash', () => {
  test('a deletion’s message names what was deleted, and its button 元に戻す (undo) restores all of it', async () => {
    const app = await deleteSection();
    await screen.findByText('「前半」を削除しました');
    await waitFor(() => expect(app.href).toBe(`/courses/${course.id}`));
    await press(app, '元に戻す');
    await screen.findByText('元に戻しました');

    expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({
      sections: [{ title: '前半', chapters: [{ lessons: [{}, {}] }, { lessons: [{}] }] }, { title: '後半' }],
    });
  });

  test('the trash lists deleted things with their former place, restores them, and opens them', async () => {
    await callAs('staff', 'DELETE', `/sections/${firstSection(course).id}`);
    const app = await renderApp({ user: 'teacher', path: '/' });
    await app.user.click(await screen.findByRole('link', { name: 'ごみ箱' }));
    const row = within(await main().findByRole('listitem'));
    expect(row.getByText('避難の訓練')).toBeTruthy();
    expect(row.getByText('レッスン3件、問題集1件')).toBeTruthy();
    expect(row.getByText('あと30日')).toBeTruthy();

    await press(app, '「前半」を元に戻す');
    const link = await main().findByRole('link', { name: '開く' });
    expect(document.activeElement).toBe(link);
    await main().findByText('ごみ箱は空です');
    await app.user.click(link);
    await screen.findByRole('heading', { level: 1, name: '前半' });
  });

  test('the trash asks before it restores a deleted course as published', async () => {
    await callAs('teacher', 'PATCH', `/courses/${course.id}`, { status: 'published' });
    await callAs('teacher', 'DELETE', `/courses/${course.id}`);
    const app = await renderApp({ user: 'staff', path: '/trash' });
    await press(app, '「避難の訓練」を元に戻す');
    await press(app, 'キャンセル');
    const again = await main().findByRole('button', { name: '「避難の訓練」を元に戻す' });
    expect(document.activeElement).toBe(again);
    await app.user.click(again);
    await press(app, '下書きとして戻す');
    await main().findByRole('link', { name: '開く' });

    expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({ status: 'draft' });
  });

  test('the trash asks before it restores something into a published course', async () => {
    await callAs('teacher', 'DELETE', `/sections/${firstSection(course).id}`);
    await callAs('teacher', 'PATCH', `/courses/${course.id}`, { status: 'published' });
    const app = await renderApp({ user: 'teacher', path: '/trash' });
    await press(app, '「前半」を元に戻す');
    const question = await main().findByRole('group', { name: /^コースは公開中です。/ });
    await app.user.click(within(question).getByRole('button', { name: '元に戻す' }));

    await main().findByRole('link', { name: '開く' });
  });

  test('the trash names the deleted parent that has to be restored first', async () => {
    const section = firstSection(course);
    await callAs('teacher', 'DELETE', `/chapters/${section.chapters?.[0]?.id}`);
    await callAs('teacher', 'DELETE', `/sections/${section.id}`);
    const app = await renderApp({ user: 'teacher', path: '/trash' });

    await main().findByText('先にセクション「前半」を元に戻してください。');
    await press(app, '「前半」を元に戻す');
    await press(app, '「準備」を元に戻す');
    await main().findByText('ごみ箱は空です');
  });

  test('fault: the connection is lost before a restore request arrives → the item stays in the trash, and is restored once', async () => {
    await callAs('teacher', 'DELETE', `/sections/${firstSection(course).id}`);
    const app = await renderApp({ user: 'teacher', path: '/trash' });
    await main().findByRole('button', { name: '「前半」を元に戻す' });
    network.cut(/^POST /);
    await press(app, '「前半」を元に戻す');
    await main().findByRole('alert');
    expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({ sections: [{}] });
    network.restore();
    await press(app, '「前半」を元に戻す');

    await main().findByRole('link', { name: '開く' });
    expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({ sections: [{}, {}] });
  });

  test('fault: the response to a restore request is lost → the next press finds the item restored, without a duplicate', async () => {
    await callAs('teacher', 'DELETE', `/sections/${firstSection(course).id}`);
    const app = await renderApp({ user: 'teacher', path: '/trash' });
    await main().findByRole('button', { name: '「前半」を元に戻す' });
    const { items } = (await callAs('teacher', 'GET', '/trash/')) as { items: TrashItem[] };
    const path = `/trash/${items[0]?.id}/restore`;
    network.cutNew(`POST ${path}`);
    await press(app, '「前半」を元に戻す');
    await main().findByRole('alert');
    await callAs('teacher', 'POST', path, { status: 'draft' });
    network.restore();
    await press(app, '「前半」を元に戻す');

    await main().findByRole('link', { name: '開く' });
    expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({ sections: [{}, {}] });
  });
});

describe('on a server without a trash', () => {
  let endWait: () => void;
  beforeEach(async () => {
    const info = (await callAs('teacher', 'GET', '/info/')) as { abilities: string[] };
    network.answer('GET /info/', 200, { ...info, abilities: info.abilities.filter((name) => name !== 'trash') });
    // A deletion can be undone for 8 s.
    endWait = holdTimers((ms) => ms === 8000);
  });
  const deletions = () => network.calls().filter((call) => call.startsWith('DELETE '));

  test('on a server without a trash a deletion is shown as pending in its row, and is sent unless it is undone', async () => {
    const app = await deleteSection();
    await main().findByText(/^まもなく「前半」を削除します。$/);
    expect(deletions()).toEqual([]);
    endWait();

    await waitFor(() => expect(app.href).toBe(`/courses/${course.id}`));
    expect(await exists(`/sections/${firstSection(course).id}`)).toBe(false);
  });

  test('on a server without a trash a deletion that is undone is never sent', async () => {
    const app = await deleteSection();
    await press(app, '元に戻す');
    await waitFor(() => expect(main().queryByRole('group', { name: '「前半」の削除' })).toBeNull());
    endWait();

    expect(deletions()).toEqual([]);
  });

  test('fault: the connection is lost while a deletion is pending → nothing is deleted, even after reconnecting', async () => {
    await deleteSection();
    await main().findByText(/^まもなく「前半」を削除します。$/);
    dispatchEvent(new Event('offline'));
    await main().findByRole('alert');
    endWait();

    expect(deletions()).toEqual([]);
    expect(await exists(`/sections/${firstSection(course).id}`)).toBe(true);
  });

  test('on a server without a trash the menu has no entry for the trash, and its address is “not found”', async () => {
    await renderApp({ user: 'teacher', path: '/trash' });

    await screen.findByRole('heading', { name: 'ページが見つかりません' });
    expect(screen.queryByRole('link', { name: 'ごみ箱' })).toBeNull();
  });
});
