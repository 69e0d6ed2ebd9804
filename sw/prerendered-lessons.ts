/** Lessons' addresses: answered with what was painted of the lesson inside the app's shell; whatever is amiss, the shell comes alone. */
import type { registerRoute } from 'workbox-routing';

import { prerenderedScreenAt } from '@/offline/copies/prerender-store';
import {
  findPrerenderedLesson,
  finishShell,
  openPrerenderedLessons,
  splitShell,
} from '@/offline/copies/prerendered-page';

type RouteHandler = Extract<Parameters<typeof registerRoute>[1], (...options: never[]) => unknown>;

/** The files of this version. */
export interface AppFiles {
  /** Whether a path is that of one. */
  isOwn: (path: string) => boolean;
  /** The text of one, where it is held. */
  read: (path: string) => Promise<string | undefined>;
}

/** Of the shell's file, not of what is made of it. */
const fileHeaders = ['Content-Encoding', 'Content-Length', 'ETag'];

/** Where the file is gone the host answers, with whatever it says. */
function isOwnShell({ ok, redirected, headers }: Response): boolean {
  return ok && !redirected && !/charset=(?!"?utf-8)/i.test(headers.get('Content-Type') ?? '');
}

/** A body whose beginning need not wait for the rest. */
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
 * Makes the handler of lessons' addresses. Its answer begins before the lesson is found: the browser needs longer to make room for a page.
 *
 * @param answerShell answers any screen's.
 * @param files tells whether a path is that of a file of this version, and reads one.
 */
export function createPrerenderedHandler(answerShell: RouteHandler, { isOwn, read }: AppFiles): RouteHandler {
  void openPrerenderedLessons();
  return async (options) => {
    // What asks for more than the screen is another one.
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
