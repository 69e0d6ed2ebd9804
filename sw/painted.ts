/** Lessons' addresses: answered with what was painted of the lesson inside the app's shell; whatever is amiss, the shell comes alone. */
import type { registerRoute } from 'workbox-routing';

import { findPaintedLesson, putIntoShell } from '@/offline/copies/painted-page';

type RouteHandler = Extract<Parameters<typeof registerRoute>[1], (...options: never[]) => unknown>;

/** An address that asks for more than the lesson is none. */
export const LESSON_PATH = /^\/lessons\/([A-Za-z0-9_-]{1,64})$/;

/** Of the shell's file, not of what is made of it. */
const fileHeaders = ['Content-Encoding', 'Content-Length', 'ETag'];

/**
 * Makes the handler of lessons' addresses.
 *
 * @param answerShell answers any screen's.
 * @param isOwnFile whether a path is that of a file of this version.
 */
export function createPaintedHandler(answerShell: RouteHandler, isOwnFile: (path: string) => boolean): RouteHandler {
  return async (options) => {
    const [, lessonId = ''] = LESSON_PATH.exec(options.url.pathname) ?? [];
    const [shell, lesson] = await Promise.all([answerShell(options), findPaintedLesson(lessonId, isOwnFile)]);
    if (!lesson) return shell;
    const text = await shell.clone().text();
    const page = putIntoShell(text, lesson);
    if (page === undefined) return shell;
    const headers = new Headers(shell.headers);
    for (const name of fileHeaders) headers.delete(name);
    return new Response(page, { headers });
  };
}
