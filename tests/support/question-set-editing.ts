/** Question sets on the lesson's edit screen: sets to begin with, and a teacher's steps in their editor. */
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

/** A lesson of its own, with sets, so that tests do not meet each other. */
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

/** A set, as the server has it. */
export async function readSet(id: string): Promise<QuestionSet> {
  return (await callAs('teacher', 'GET', `/question-set/${id}`)) as QuestionSet;
}

/** The titles of a lesson's sets, as the server has them. */
export async function titlesOf(lessonId: string): Promise<string[]> {
  const lesson = (await callAs('teacher', 'GET', `/lessons/${lessonId}`)) as Lesson;
  return lesson.questionSets.map(({ title }) => title);
}

/** What the app sends over this network to be stored. */
export function watchWrites(network: NetworkStub) {
  const writes = () => network.calls().filter((words) => !words.startsWith('GET'));
  return {
    /** In words: 'PUT /question-set/1'. */
    writes,
    /** What was sent last with this method. */
    lastBody: (method: string) =>
      JSON.parse(network.sent.findLast((request) => request.method === method)?.body ?? '{}'),
    /** The toast of an earlier test may still stand; the save bar tells the truth. */
    saved: () =>
      waitFor(() => {
        expect(writes()).not.toEqual([]);
        expect(screen.queryByText(/未保存の変更があります|保存中…/)).toBeNull();
      }),
  };
}

/** Opens the screen on which a lesson's sets are listed. */
export function openList(lessonId: string, user = 'teacher'): Promise<OpenedApp> {
  return renderApp({ user, path: `/lessons/edit/${lessonId}` });
}

/** The dialog in which a set is written, once it is open. */
export async function editor() {
  return within(await screen.findByRole('dialog', { name: /^問題集を/ }));
}
type Dialog = Awaited<ReturnType<typeof editor>>;

/** Opens a set of a fresh lesson in the editor. */
export async function openSet(...questions: NewQuestion[]) {
  const { lessonId, sets } = await makeLesson(['確認問題', ...questions]);
  const app = await openList(lessonId);
  await app.user.click(await screen.findByRole('button', { name: '「確認問題」を編集' }));
  const dialog = await editor();
  await dialog.findByLabelText(/^題名/);
  return { app, lessonId, setId: sets[0]?.id ?? '', dialog };
}

/** Opens a new set of a fresh lesson in the editor. */
export async function openNewSet() {
  const { lessonId } = await makeLesson();
  const app = await openList(lessonId);
  await app.user.click(await screen.findByRole('button', { name: '問題集を追加' }));
  return { app, lessonId, dialog: await editor() };
}

/** Shows the question of this number, counted from 1. */
export async function openQuestion(app: OpenedApp, dialog: Dialog, number: number): Promise<void> {
  const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
  await app.user.click(lines.getByRole('button', { name: new RegExp(`^${number} `) }));
}

/** Puts words in place of a field's own, at once, and leaves the field. */
export async function write(app: OpenedApp, field: HTMLElement, words: string): Promise<void> {
  await app.user.clear(field);
  if (words !== '') await app.user.paste(words);
  await app.user.tab();
}

/** Presses 保存. */
export function save(app: OpenedApp, dialog: Dialog): Promise<void> {
  return app.user.click(dialog.getByRole('button', { name: '保存' }));
}

/** Closes the editor, which may ask first. */
export function close(app: OpenedApp): Promise<void> {
  return app.user.click(screen.getByRole('button', { name: '問題集の編集を閉じる' }));
}
