/** Creates question sets, and operates their editor on the lesson's edit screen. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';

import type { Lesson } from '@/api/lessons';
import type { NewQuestion } from '@/api/question-set-edits';
import type { QuestionSet } from '@/api/question-sets';

import { type OpenedApp, renderApp } from './app';
import { callAs } from './demo';
import type { NetworkStub } from './network-stub';

export const choices = [
  { id: 'a', body: '赤' },
  { id: 'b', body: '青' },
  { id: 'c', body: '黄' },
];
export const single: NewQuestion = {
  id: 'q-single',
  type: 'single',
  body: '空の色は',
  choices,
  correctChoiceIds: ['b'],
};
export const order: NewQuestion = {
  id: 'q-order',
  type: 'order',
  body: '長い順に',
  choices,
  correctOrder: ['c', 'a', 'b'],
};
export const text: NewQuestion = {
  id: 'q-text',
  type: 'text',
  body: '首都は',
  choices: [],
  acceptedAnswers: ['東京'],
};

/** Creates a lesson with sets for one test. */
export async function makeLesson(...sets: [title: string, ...NewQuestion[]][]) {
  const chapterId = 'git-s1-c1';
  const lesson = (await callAs('teacher', 'POST', '/lessons/', { chapterId, title: '試しのレッスン' })) as Lesson;
  const made: QuestionSet[] = [];
  for (const [title, ...questions] of sets) {
    made.push(
      (await callAs('teacher', 'POST', '/question-set/', { lessonId: lesson.id, title, questions })) as QuestionSet,
    );
  }
  return { lessonId: lesson.id, sets: made };
}

/** Reads a set from the server. */
export async function readSet(id: string): Promise<QuestionSet> {
  return (await callAs('teacher', 'GET', `/question-set/${id}`)) as QuestionSet;
}

/** Reads the titles of a lesson's sets from the server. */
export async function titlesOf(lessonId: string): Promise<string[]> {
  const lesson = (await callAs('teacher', 'GET', `/lessons/${lessonId}`)) as Lesson;
  return (lesson.questionSets ?? []).map(({ title }) => title);
}

/** Lists the writing requests that the app has sent, as a network stub has recorded them. */
export function watchWrites(network: NetworkStub) {
  // Left out: the editor's preview request for 再採点 (grading again), which writes nothing.
  const writes = () => network.calls().filter((words) => !words.startsWith('GET') && !words.endsWith('/rescore'));
  return {
    /** Returns the writing requests as text such as 'PUT /question-set/1'. */
    writes,
    /** Returns the last body sent with a method. */
    lastBody: (method: string) =>
      JSON.parse(
        network.sent.findLast((request) => request.method === method && !request.path.endsWith('/rescore'))?.body ??
          '{}',
      ),
    /** Waits until the save bar reports the save; a toast is no proof, because it may be left from an earlier test. */
    saved: () =>
      waitFor(() => {
        expect(writes()).not.toEqual([]);
        expect(screen.queryByText(/未保存の変更があります|保存中…/)).toBeNull();
      }),
  };
}

/** Opens the screen that lists a lesson's sets. */
export function openList(lessonId: string, user = 'teacher'): Promise<OpenedApp> {
  return renderApp({ user, path: `/lessons/edit/${lessonId}` });
}

/** Waits for the dialog of a set's editor. */
export async function editor() {
  return within(await screen.findByRole('dialog', { name: /^問題集を/ }));
}
type Dialog = Awaited<ReturnType<typeof editor>>;

/** Opens a set of a new lesson in the editor. */
export async function openSet(...questions: NewQuestion[]) {
  const { lessonId, sets } = await makeLesson(['確認問題', ...questions]);
  const app = await openList(lessonId);
  await app.user.click(await screen.findByRole('button', { name: '「確認問題」を編集' }));
  const dialog = await editor();
  await dialog.findByLabelText(/^タイトル/);
  return { app, lessonId, setId: sets[0]?.id ?? '', dialog };
}

/** Opens a new set of a new lesson in the editor. */
export async function openNewSet() {
  const { lessonId } = await makeLesson();
  const app = await openList(lessonId);
  await app.user.click(await screen.findByRole('button', { name: '問題集を追加' }));
  return { app, lessonId, dialog: await editor() };
}

/** Shows the question with a number, counted from 1. */
export async function openQuestion(app: OpenedApp, dialog: Dialog, number: number): Promise<void> {
  const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
  await app.user.click(lines.getByRole('button', { name: new RegExp(`^${number} `) }));
}

/** Replaces a field's text in one step, and leaves the field. */
export async function write(app: OpenedApp, field: HTMLElement, words: string): Promise<void> {
  await app.user.clear(field);
  if (words !== '') await app.user.paste(words);
  await app.user.tab();
}

/** Presses 保存. */
export function save(app: OpenedApp, dialog: Dialog): Promise<void> {
  return app.user.click(dialog.getByRole('button', { name: '保存' }));
}

/** Closes the question set's editor, and confirms if it asks about unsaved edits. */
export function close(app: OpenedApp): Promise<void> {
  return app.user.click(screen.getByRole('button', { name: '問題集の編集を閉じる' }));
}
