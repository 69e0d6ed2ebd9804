/** Paints each lesson that is read, and what lasts of other screens, once it stands and the page is idle, then lessons to come; the worker opens them with that (docs/decisions/0043). */
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';

import type { Lesson } from '@/api/lessons';
import {
  findUnpainted,
  keepOutline,
  keepPainting,
  type PaintedScreen,
  paintedScreenAt,
  type Painting,
} from '@/device/painted-lessons';
import { untilIdle } from '@/until-idle';

import { drawAhead, type UnreadComponent } from './draw-ahead';
import { paint, paintOutline } from './paint';

/** So long nothing has come or gone on the screen, in ms. */
const REST_MS = 1000;

/** What stands on the screen; an address that asks for more than the screen is none. */
function readScreen({ state: { status, resolvedLocation } }: RegisteredRouter): PaintedScreen | undefined {
  if (status !== 'idle' || !resolvedLocation || resolvedLocation.searchStr !== '') return undefined;
  return paintedScreenAt(resolvedLocation.pathname);
}

function paintStanding(lesson: Lesson): Painting | undefined {
  const article = document.querySelector('#main article');
  const isInUse = document.querySelector('#main [aria-busy], #main input:not([type=checkbox]), dialog[open]');
  return article && !isInUse ? paint(lesson, article) : undefined;
}

/** Keeps how the screen stands, if it is whole and new. */
function keepStanding(
  queryClient: QueryClient,
  { kind, id }: PaintedScreen,
  isNew: (painting: Painting) => boolean,
): Promise<void> {
  const onlyNew = (painting: Painting | undefined) => (painting && isNew(painting) ? painting : undefined);
  if (kind === 'outline') return keepOutline(id, () => onlyNew(paintOutline()));
  return keepPainting(queryClient, id, (lesson) => onlyNew(paintStanding(lesson)));
}

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
    const screen = readScreen(router);
    if (!screen) return;
    const isNew = ({ html }: Painting) => {
      if (readScreen(router)?.id !== screen.id || html === last) return false;
      last = html;
      return true;
    };
    await keepStanding(queryClient, screen, isNew);
    // It is called off by whatever happens on the screen, and begins anew once that rests.
    if (screen.kind === 'lesson' && !signal.aborted) await paintAhead(screen.id, signal).catch(() => undefined);
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
