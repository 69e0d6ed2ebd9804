/** Courses that a test makes, and a teacher's hands on their forms. */
import { screen } from '@testing-library/dom';
import { afterEach } from 'vitest';

import type { CourseDetail } from '@/api/courses';

import type { OpenedApp } from './app';
import { callAs } from './demo';

/** Takes away, after every test of the file that calls it, the courses that the test has made. */
export function useMadeCourses() {
  const made: string[] = [];
  afterEach(async () => {
    const gone = made.splice(0).map((id) => callAs('teacher', 'DELETE', `/courses/${id}`).catch(() => undefined));
    await Promise.all(gone);
  });
  return {
    /** Their ids; a test adds those that it made in the app. */
    made,
    /** A draft of the teacher's own; drafts are nothing to the learners of other tests. */
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

/** The form's field for the title. */
export function title(): HTMLInputElement {
  return screen.getByRole('textbox', { name: 'タイトル' });
}

/** Presses a button, once it is there. */
export async function press(app: OpenedApp, name: string | RegExp): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name }));
}

/** Pastes a text in place of a field's own. */
export async function retype(app: OpenedApp, field: HTMLElement, text: string): Promise<void> {
  await app.user.clear(field);
  await app.user.click(field);
  await app.user.paste(text);
}
