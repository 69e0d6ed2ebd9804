/** Toasts at the bottom right: severity and message, hidden after 2 s (specification §2). */
import type { ReactNode } from 'react';

import { TOAST_MS } from '@/lib/constants';
import { createSignal } from '@/storage/signal';

export type Severity = 'success' | 'info' | 'warning' | 'error';

const shown = createSignal();
let isNeeded = false;

/** True after the first toast, which loads the container. */
export const toastNeed = {
  subscribe: shown.subscribe,
  get: () => isNeeded,
};

/** A toast shown as plain text because its code cannot be loaded. */
export interface PlainToast {
  message: string;
  role: 'alert' | 'status';
}

const plainChanged = createSignal();
let plain: PlainToast | undefined;

/** The plain toast that is shown now. */
export const plainToast = {
  subscribe: plainChanged.subscribe,
  get: () => plain,
};

function setPlain(toast: PlainToast | undefined): void {
  plain = toast;
  plainChanged.publish();
}

function showPlain(toast: PlainToast): void {
  setPlain(toast);
  setTimeout(() => plain === toast && setPlain(undefined), TOAST_MS);
}

const colors = { success: 'green', info: 'ai', warning: 'yellow', error: 'red' } satisfies Record<Severity, string>;

const barSelector = '[data-bottom-bar], [data-lesson-voice]';
const noticeSelector = '[data-bottom-notice]';
const toastSelector = '.mantine-Notifications-root[data-position="bottom-right"]';
/** Lowest height, px, for which toasts find room: while a toast appears it is lower than it will be. */
const TOAST_PX = 80;
/** Distance, px, of toasts to the window's edge and to a bar (ToastContainer.module.css). */
const GAP_PX = 16;

/**
 * Places toasts above the bars at the window's bottom: over their buttons, a toast would take the presses. CSS adds a
 * card's height.
 */
function placeAboveBars(): void {
  const height = Math.max(TOAST_PX, document.querySelector<HTMLElement>(toastSelector)?.offsetHeight ?? 0) + 2 * GAP_PX;
  const bars = [...document.querySelectorAll(barSelector)].map((bar) => bar.getBoundingClientRect());
  let room = 0;
  for (const { top, bottom } of bars.sort((one, other) => other.bottom - one.bottom)) {
    const reach = window.innerHeight - top;
    if (reach > room && window.innerHeight - bottom < room + height) room = reach;
  }
  const notice = document.querySelector(noticeSelector)?.getBoundingClientRect();
  if (notice) room = Math.max(room, window.innerHeight - notice.bottom - GAP_PX);
  document.documentElement.style.setProperty('--toast-room', `${room}px`);
}

let placedUntil = 0;
/** Keeps the toasts' place while they are shown, because a bar may appear, move or grow after the toast. */
function keepPlace(): void {
  placeAboveBars();
  if (performance.now() < placedUntil) requestAnimationFrame(keepPlace);
}

/**
 * The id of the last success message; the next success message replaces it, so that quick saves do not pile up old
 * messages.
 */
let lastSuccess: string | undefined;

interface ToastOptions {
  /** Renders custom content of the toast; the message is then shown only if the toast's code cannot be loaded. */
  render?: (close: () => void) => ReactNode;
  /** Time for which the toast is shown, ms. */
  shownMs?: number;
}

/** Shows a toast; its code is loaded on first use, with plain text as the fallback. */
export async function showToast(
  severity: Severity,
  message: string,
  { render, shownMs = TOAST_MS }: ToastOptions = {},
): Promise<void> {
  isNeeded = true;
  shown.publish();
  const role = severity === 'error' ? 'alert' : 'status';
  const code = await import('@mantine/notifications').catch(() => undefined);
  const isPlaced = performance.now() < placedUntil;
  placedUntil = Math.max(placedUntil, performance.now() + shownMs + 1000);
  if (!isPlaced) keepPlace();
  if (!code) return showPlain({ message, role });
  if (severity === 'success' && lastSuccess) code.notifications.hide(lastSuccess);
  const id = code.notifications.show({
    message: render?.(() => code.notifications.hide(id)) ?? message,
    color: colors[severity],
    autoClose: shownMs,
    withCloseButton: false,
    role,
  });
  if (severity === 'success') lastSuccess = id;
}
