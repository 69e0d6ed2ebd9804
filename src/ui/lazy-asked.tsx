/** Lazily loaded parts of a screen that open on a press (dialogs, menus, forms). */
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';

import { loadCode } from '@/lib/load-code';

import { showToast } from './notices/toast';

/** The message of a toast when the code of a part could not be loaded. */
export const CODE_MISSING = '読み込めませんでした。電波のよいところで、もう一度お試しください。';

/**
 * Creates a part that opens on a press: when its code cannot be loaded, a toast reports it, the screen stays, and the
 * next press retries. Parts that appear without a press use `lazyExtra`.
 *
 * @returns the component; it calls `onMissing` when its code cannot be loaded, and is then to be removed as if it were
 * closed.
 */
export function lazyAsked<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let failure: unknown;
  const get = () => loadCode(load).catch((error: unknown) => Promise.reject((failure = error)));
  // React caches a lazy component's failure: a new component must be created after each failure.
  const make = () => lazy(() => get().then((component) => ({ default: component })));
  let Part: ComponentType<Props> = make();
  const PassOn = ({ error }: ErrorComponentProps) => {
    if (error !== failure) throw error;
    return null;
  };
  return function Asked({ onMissing, ...props }: Props & { onMissing: () => void }) {
    const handleError = (error: unknown) => {
      if (error !== failure) return;
      Part = make();
      onMissing();
      void showToast('error', CODE_MISSING);
    };
    return (
      <CatchBoundary getResetKey={() => ''} errorComponent={PassOn} onCatch={handleError}>
        <Part {...(props as unknown as Props)} />
      </CatchBoundary>
    );
  };
}
