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

/** Places toasts above the screen's bottom bar: over its buttons, a toast would take the presses. */
function placeAboveBar(): void {
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
  const room = bar ? Math.max(0, window.innerHeight - bar.top) : 0;
  document.documentElement.style.setProperty('--toast-room', `${room}px`);
}

/** The id of the last success message; the next success message replaces it, so that quick saves do not pile up old messages. */
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
  placeAboveBar();
  shown.publish();
  const role = severity === 'error' ? 'alert' : 'status';
  const code = await import('@mantine/notifications').catch(() => undefined);
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
