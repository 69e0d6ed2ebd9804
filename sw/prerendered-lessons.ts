/**
 * Serves a lesson's URL with the prerendered lesson inside the app shell (index.html), or with the shell alone if there
 * is none or anything fails.
 */
import type { registerRoute } from 'workbox-routing';

import { prerenderedScreenAt } from '@/offline/copies/prerender-store';
import {
  findPrerenderedLesson,
  finishShell,
  openPrerenderedLessons,
  splitShell,
} from '@/offline/copies/prerendered-page';

type RouteHandler = Extract<Parameters<typeof registerRoute>[1], (...options: never[]) => unknown>;

/** The files of this build, for the handler of lessons. */
export interface AppFiles {
  /** Returns true for the path of a file of this build. */
  isOwn: (path: string) => boolean;
  /** Reads the text of a file of this build; undefined if it is not cached. */
  read: (path: string) => Promise<string | undefined>;
}

/** Headers that describe the shell's file, not the page built from it. */
const fileHeaders = ['Content-Encoding', 'Content-Length', 'ETag'];

/**
 * Returns false for a response that cannot be the shell's file: if the file is not cached, the response comes from the
 * host, with any content.
 */
function isOwnShell({ ok, redirected, headers }: Response): boolean {
  return ok && !redirected && !/charset=(?!"?utf-8)/i.test(headers.get('Content-Type') ?? '');
}

/** Creates a body whose start is sent before the rest is ready. */
function bodyOf(beginning: string, rest: Promise<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode(beginning));
      controller.enqueue(encoder.encode(await rest));
      controller.close();
    },
  });
}

/**
 * Creates the handler of lessons' URLs. Its response starts before the lesson is found, so that the browser can prepare
 * the page meanwhile.
 *
 * @param answerShell serves the shell, as for any screen.
 */
export function createPrerenderedHandler(answerShell: RouteHandler, { isOwn, read }: AppFiles): RouteHandler {
  void openPrerenderedLessons();
  return async (options) => {
    // A URL with a query gets the shell alone, because it may show another state of the lesson.
    const screen = options.url.search === '' ? prerenderedScreenAt(options.url.pathname) : undefined;
    if (!screen) return answerShell(options);
    const finding = findPrerenderedLesson(screen.id, isOwn);
    finding.catch(() => undefined);
    const shell = await answerShell(options);
    if (!isOwnShell(shell)) return shell;
    const headers = new Headers(shell.headers);
    for (const name of fileHeaders) headers.delete(name);
    const [before, after] = splitShell(await shell.text());
    return new Response(bodyOf(before, finishShell(after, finding, read)), { headers });
  };
}
