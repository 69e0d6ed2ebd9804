/** Draws a lesson where nobody looks: in a document without a window, where nothing is laid out, fetched or heard. */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, RouterContextProvider } from '@tanstack/react-router';
import { type ComponentType, startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import type { NotPrerenderedLesson } from '@/device/prerendered-lessons';
import { theme } from '@/ui/theme';

/** So long nothing has come or gone in it, in ms: formulas and coloured code come after the words. */
const STILL_MS = 1000;

/** Waits until nothing has changed in an element for a while; until it is called off. */
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

/** Draws a lesson: its article. */
export type UnreadComponent = ComponentType<{ unread: NotPrerenderedLesson; onDrawn: () => void }>;

export interface DrawAheadOptions {
  Unread: UnreadComponent;
  queryClient: QueryClient;
  router: RegisteredRouter;
  signal: AbortSignal;
}

/**
 * Draws a lesson whole, and hands over its article.
 *
 * @throws the signal's reason.
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
