/**
 * Renders an unread lesson off screen, in a document without a window: no layout, no picture requests, nothing for
 * screen readers.
 */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, RouterContextProvider } from '@tanstack/react-router';
import { type ComponentType, startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import type { NotPrerenderedLesson } from '@/device/prerendered-lessons';
import { theme } from '@/ui/theme';

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
export type UnreadComponent = ComponentType<{ unread: NotPrerenderedLesson; onDrawn: () => void }>;

export interface DrawAheadOptions {
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
export async function drawAhead(
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
