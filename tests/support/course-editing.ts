/** Creates courses for a test, and fills their forms as a teacher. */
import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect } from 'vitest';

import type { CourseDetail } from '@/api/courses';

import type { OpenedApp } from './app';
import { callAs } from './demo';

/** Deletes a test's courses after each test of the calling file. */
export function useMadeCourses() {
  const made: string[] = [];
  afterEach(async () => {
    const gone = made.splice(0).map((id) => callAs('teacher', 'DELETE', `/courses/${id}`).catch(() => undefined));
    await Promise.all(gone);
  });
  return {
    /** The ids of the courses to delete; a test adds those that it created through the app's screens. */
    made,
    /** Creates an unpublished course, which learners of other tests do not see. */
    makeCourse: async (values: object = {}): Promise<CourseDetail> => {
      const course = (await callAs('teacher', 'POST', '/courses/', {
        title: '試作のコース',
        ...values,
      })) as CourseDetail;
      made.push(course.id);
      return course;
    },
  };
}

/** Returns the form's title field. */
export function title(): HTMLInputElement {
  return screen.getByRole('textbox', { name: 'タイトル' });
}

/** Clicks a button as soon as it is shown. */
export async function press(app: OpenedApp, name: string | RegExp): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name }));
}

/** Chooses an item of the ⋯ menu that belongs to a named thing or person, such as 「道具」 or 佐藤 美咲さん. */
export async function chooseMore(app: OpenedApp, name: string, entry: string): Promise<void> {
  await press(app, `${name}のその他の操作`);
  const item = await screen.findByRole('menuitem', { name: entry });
  // The menu takes the focus by a timer: a click before it would let the menu take the focus from the part that the
  // item opens.
  await waitFor(() => expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true));
  await app.user.click(item);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
}

/** Clicks キャンセル of the open dialog or confirmation, not that of a form behind it. */
export async function cancelQuestion(app: OpenedApp): Promise<void> {
  const button = await waitFor(() => {
    const buttons = screen.getAllByRole('button', { name: 'キャンセル' });
    const inside = buttons.findLast((each) => each.closest('[role="dialog"], [role="group"]'));
    if (!inside) throw new Error('No question is open.');
    return inside;
  });
  await app.user.click(button);
}

/** Replaces a field's text by pasting. */
export async function retype(app: OpenedApp, field: HTMLElement, text: string): Promise<void> {
  await app.user.clear(field);
  await app.user.click(field);
  await app.user.paste(text);
}
