/**
 * Prerenders the current screen once the page is idle (a lesson completely, other screens as a skeleton), then the next
 * unread lessons. The worker answers navigations with these pages (docs/decisions/0043).
 */
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';

import type { Lesson } from '@/api/lessons';
import {
  findNotPrerendered,
  keepOutline,
  keepPainting,
  type PrerenderedScreen,
  prerenderedScreenAt,
  type Prerendering,
} from '@/device/prerendered-lessons';
import { whenIdle } from '@/lib/wait';

import { paint, prerenderOutline } from './prerender';
import { drawAhead, type UnreadComponent } from './prerender-ahead';

/** Time without DOM changes, in ms, after which the screen is prerendered. */
const SNAPSHOT_DEBOUNCE_MS = 1000;

/** Returns the current screen if it can be prerendered; not while loading, and not with search parameters. */
function readScreen({ state: { status, resolvedLocation } }: RegisteredRouter): PrerenderedScreen | undefined {
  if (status !== 'idle' || !resolvedLocation || resolvedLocation.searchStr !== '') return undefined;
  return prerenderedScreenAt(resolvedLocation.pathname);
}

function prerenderStanding(lesson: Lesson): Prerendering | undefined {
  const article = document.querySelector('#main article');
  const isInUse = document.querySelector('#main [aria-busy], #main input:not([type=checkbox]), dialog[open]');
  return article && !isInUse ? paint(lesson, article) : undefined;
}

/** Stores the current screen if it is complete and has changed. */
function keepStanding(
  queryClient: QueryClient,
  { kind, id }: PrerenderedScreen,
  isNew: (painting: Prerendering) => boolean,
): Promise<void> {
  const onlyNew = (painting: Prerendering | undefined) => (painting && isNew(painting) ? painting : undefined);
  if (kind === 'outline') return keepOutline(id, () => onlyNew(prerenderOutline()));
  return keepPainting(queryClient, id, (lesson) => onlyNew(prerenderStanding(lesson)));
}

/** Starts prerendering lessons. @param Unread renders lessons that are not on the screen. */
export function prerenderLessons(queryClient: QueryClient, router: RegisteredRouter, Unread: UnreadComponent): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  let going = new AbortController();
  const tried = new Set<string>();

  async function prerenderAhead(lessonId: string, signal: AbortSignal): Promise<void> {
    for await (const unread of findNotPrerendered(queryClient, lessonId, tried)) {
      await whenIdle();
      signal.throwIfAborted();
      let painting: Prerendering | undefined;
      const take = (article: Element) => (painting = paint(unread.lesson, article));
      await drawAhead(unread, { Unread, queryClient, router, signal }, take);
      tried.add(unread.source);
      if (painting) await unread.keep(painting);
    }
  }

  async function prerenderNow(): Promise<void> {
    await whenIdle();
    const { signal } = going;
    const screen = readScreen(router);
    if (!screen) return;
    const isNew = ({ html }: Prerendering) => {
      if (readScreen(router)?.id !== screen.id || html === last) return false;
      last = html;
      return true;
    };
    await keepStanding(queryClient, screen, isNew);
    // Any DOM change on the screen aborts prerendering ahead; it restarts after the next quiet time.
    if (screen.kind === 'lesson' && !signal.aborted) await prerenderAhead(screen.id, signal).catch(() => undefined);
  }

  const wait = () => {
    clearTimeout(timer);
    going.abort();
    going = new AbortController();
    timer = setTimeout(() => void prerenderNow(), SNAPSHOT_DEBOUNCE_MS);
  };
  new MutationObserver(wait).observe(document.body, { childList: true, subtree: true });
  wait();
}
