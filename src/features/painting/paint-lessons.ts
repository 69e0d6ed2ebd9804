/** Paints each lesson that is read, once it stands and the page is idle, then others; the worker opens them with that (docs/decisions/0043). */
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';

import type { Lesson } from '@/api/lessons';
import { findUnpainted, keepPainting, type Painting } from '@/device/painted-lessons';

import { drawAhead, type UnreadComponent } from './draw-ahead';
import { paint } from './paint';

/** So long nothing has come or gone on the screen, in ms. */
const REST_MS = 1000;

/** The lesson that stands on the screen; an address that asks for more than the lesson is none. */
function readLessonId({ state: { status, resolvedLocation } }: RegisteredRouter): string | undefined {
  if (status !== 'idle' || !resolvedLocation || resolvedLocation.searchStr !== '') return undefined;
  return /^\/lessons\/([A-Za-z0-9_-]{1,64})$/.exec(resolvedLocation.pathname)?.[1];
}

function paintStanding(lesson: Lesson): Painting | undefined {
  const article = document.querySelector('#main article');
  const isInUse = document.querySelector('#main [aria-busy], #main input:not([type=checkbox]), dialog[open]');
  return article && !isInUse ? paint(lesson, article) : undefined;
}

const untilIdle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve),
  );

/** Paints lessons from now on. @param Unread draws those that nobody has read. */
export function paintLessons(queryClient: QueryClient, router: RegisteredRouter, Unread: UnreadComponent): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  let going = new AbortController();
  const tried = new Set<string>();

  async function paintAhead(lessonId: string, signal: AbortSignal): Promise<void> {
    for await (const unread of findUnpainted(queryClient, lessonId, tried)) {
      await untilIdle();
      signal.throwIfAborted();
      let painting: Painting | undefined;
      const take = (article: Element) => (painting = paint(unread.lesson, article));
      await drawAhead(unread, { Unread, queryClient, router, signal }, take);
      tried.add(unread.source);
      if (painting) await unread.keep(painting);
    }
  }

  async function paintNow(): Promise<void> {
    await untilIdle();
    const { signal } = going;
    const lessonId = readLessonId(router);
    if (!lessonId) return;
    await keepPainting(queryClient, lessonId, (lesson) => {
      const painting = readLessonId(router) === lessonId ? paintStanding(lesson) : undefined;
      if (!painting || painting.html === last) return undefined;
      last = painting.html;
      return painting;
    });
    // It is called off by whatever happens on the screen, and begins anew once that rests.
    if (!signal.aborted) await paintAhead(lessonId, signal).catch(() => undefined);
  }

  const wait = () => {
    clearTimeout(timer);
    going.abort();
    going = new AbortController();
    timer = setTimeout(() => void paintNow(), REST_MS);
  };
  new MutationObserver(wait).observe(document.body, { childList: true, subtree: true });
  wait();
}
