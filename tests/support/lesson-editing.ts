/** Operates the lesson editor in a test: its fields, its text, and the lesson on the server. */
import { EditorView } from '@codemirror/view';
import { screen } from '@testing-library/dom';

import type { Lesson } from '@/api/lessons';
import { CONTENT_CONTAINER } from '@/lib/constants';

import { type OpenedApp, renderApp } from './app';
import { callAs, demoSession, useTripServer } from './demo';
import { multipartFile } from './multipart';

export const CHAPTER = 'security-s2-c1';
export const LESSON = 'security-passkeys';

/** Creates a lesson without a text for one test. @returns its id. */
export async function makeLesson(): Promise<string> {
  const made = (await callAs('teacher', 'POST', '/lessons/', { chapterId: CHAPTER, title: '下書きの課' })) as Lesson;
  return made.id;
}

/** The setting that the app writes above the first text of a lesson. */
export const BREAKS = '---\nbreaks: true\n---\n\n';

/** Creates a lesson with a text of an earlier build, which has no setting for line breaks. */
export async function makeOldLesson(): Promise<string> {
  const id = await makeLesson();
  await saveTextAs('teacher', id, '');
  return id;
}

/** Reads a lesson from the server. */
export function readLesson(id: string, user = 'student'): Promise<Lesson> {
  return callAs(user, 'GET', `/lessons/${id}`) as Promise<Lesson>;
}

let texts = 0;

/** Saves a lesson's text as another user, without the app. */
export async function saveTextAs(user: string, lessonId: string, text: string): Promise<void> {
  texts += 1;
  const { access_token: token } = await demoSession(user);
  const { body, headers } = multipartFile(new TextEncoder().encode(text), 'file', 'text/markdown');
  const stored = await fetch(`${await useTripServer()}/api/v1/content/${CONTENT_CONTAINER}/${lessonId}-${texts}.md`, {
    method: 'PUT',
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body,
  });
  if (!stored.ok) throw new Error(`${stored.status} ${await stored.text()}`);
  const { id } = (await stored.json()) as { id: string };
  await callAs(user, 'PATCH', `/lessons/${lessonId}`, { contentId: id });
}

/** Reads a lesson's text from the server. */
export async function storedText({ contentId }: Lesson): Promise<string> {
  const url = (await callAs('teacher', 'GET', `/content/${contentId}`)) as string;
  return (await fetch(new URL(url, await useTripServer()))).text();
}

export const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
export const save = () => screen.getByRole('button', { name: /^(保存|追加)$/ });

/** Waits for the text editor. */
export async function findEditor(): Promise<EditorView> {
  const element = await field('本文');
  const view = EditorView.findFromDOM(element);
  if (!view) throw new Error('No editor');
  return view;
}

/** Replaces the editor's text. */
export async function write(text: string): Promise<void> {
  const view = await findEditor();
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Returns the text in the editor. */
export async function readEditor(): Promise<string> {
  return (await findEditor()).state.doc.toString();
}

/** Opens a lesson's edit screen and waits for the editor. */
export async function openLesson(lessonId: string, user: string): Promise<OpenedApp> {
  const app = await renderApp({ user, path: `/lessons/edit/${lessonId}` });
  await findEditor();
  return app;
}
