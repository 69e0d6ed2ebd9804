/** The toast at the bottom right: severity and message, gone after two seconds (specification §2). */
import { TOAST_MS } from '@/constants';
import { createSignal } from '@/storage/signal';

export type Severity = 'success' | 'info' | 'warning' | 'error';

const shown = createSignal();
let isNeeded = false;

/** Whether a toast was ever shown: only then its container is loaded. */
export const toastNeed = {
  subscribe: shown.subscribe,
  get: () => isNeeded,
};

const colors = { success: 'green', info: 'ai', warning: 'yellow', error: 'red' } satisfies Record<Severity, string>;

/** Shows a toast; its parts are loaded on first use. */
export async function showToast(severity: Severity, message: string): Promise<void> {
  isNeeded = true;
  shown.publish();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    message,
    color: colors[severity],
    autoClose: TOAST_MS,
    withCloseButton: false,
    role: severity === 'error' ? 'alert' : 'status',
  });
}
