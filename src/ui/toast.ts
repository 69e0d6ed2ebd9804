/** The toast at the bottom right: severity and message, gone after two seconds (specification §2). */
import { TOAST_MS } from '@/lib/constants';
import { createSignal } from '@/storage/signal';

export type Severity = 'success' | 'info' | 'warning' | 'error';

const shown = createSignal();
let isNeeded = false;

/** Whether a toast was ever shown: only then its container is loaded. */
export const toastNeed = {
  subscribe: shown.subscribe,
  get: () => isNeeded,
};

/** A toast whose own code cannot be had. */
export interface PlainToast {
  message: string;
  role: 'alert' | 'status';
}

const plainChanged = createSignal();
let plain: PlainToast | undefined;

/** The one that is shown now. */
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

/** Shows a toast; its parts are loaded on first use, and where they cannot be had, the words come without them. */
export async function showToast(severity: Severity, message: string): Promise<void> {
  isNeeded = true;
  shown.publish();
  const role = severity === 'error' ? 'alert' : 'status';
  const code = await import('@mantine/notifications').catch(() => undefined);
  if (!code) return showPlain({ message, role });
  code.notifications.show({
    message,
    color: colors[severity],
    autoClose: TOAST_MS,
    withCloseButton: false,
    role,
  });
}
