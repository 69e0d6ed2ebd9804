/**
 * Prerenders the current screen once the page is idle (a lesson completely, other screens as a skeleton), then the next
 * unread lessons. The worker answers navigations with these pages (docs/decisions/0043).
 */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, RouterContextProvider } from '@tanstack/react-router';
import { type ComponentType, startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import type { Lesson } from '@/api/lessons';
import {
  findNotPrerendered,
  keepOutline,
  keepPainting,
  type NotPrerenderedLesson,
  type PrerenderedScreen,
  prerenderedScreenAt,
  type Prerendering,
} from '@/device/prerendered-lessons';
import { whenIdle } from '@/lib/wait';
import { theme } from '@/ui/theme';

import { paint, prerenderOutline } from './prerender';

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

/**
 * Time without DOM changes, in ms, after which rendering counts as finished: formulas and highlighted code are rendered
 * after the text.
 */
const STILL_MS = 1000;

/** Resolves when the element has not changed for `STILL_MS`; rejects when `signal` is aborted. */
function untilStill(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const observer = new MutationObserver(() => wait());
    const end = (settle: () => void) => {
      clearTimeout(timer);
      observer.disconnect();
      settle();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(resolve), STILL_MS);
    };
    observer.observe(element, { childList: true, subtree: true, attributes: true });
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true });
    wait();
  });
}

/** A component that renders the article of a lesson. */
type UnreadComponent = ComponentType<{ unread: NotPrerenderedLesson; onDrawn: () => void }>;

interface DrawAheadOptions {
  Unread: UnreadComponent;
  queryClient: QueryClient;
  router: RegisteredRouter;
  signal: AbortSignal;
}

/**
 * Renders a whole lesson off screen and passes its article to `take`.
 *
 * @throws the abort reason of `signal`.
 */
async function drawAhead(
  unread: NotPrerenderedLesson,
  { Unread, queryClient, router, signal }: DrawAheadOptions,
  take: (article: Element) => void,
): Promise<void> {
  const { documentElement, body } = document.implementation.createHTMLDocument();
  const root = createRoot(body);
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      startTransition(() =>
        root.render(
          <MantineProvider
            theme={theme}
            withCssVariables={false}
            withGlobalClasses={false}
            getRootElement={() => documentElement}
          >
            <QueryClientProvider client={queryClient}>
              <RouterContextProvider router={router}>
                <Unread unread={unread} onDrawn={resolve} />
              </RouterContextProvider>
            </QueryClientProvider>
          </MantineProvider>,
        ),
      );
    });
    await untilStill(body, signal);
    const article = body.querySelector('article');
    if (article) take(article);
  } finally {
    root.unmount();
  }
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
