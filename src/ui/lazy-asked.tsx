/** Parts of a screen that somebody asks for, whose code is loaded apart: dialogs, menus, forms. */
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';

import { loadCode } from '@/lib/load-code';

import { showToast } from './toast';

/** Said of whatever was pressed. */
export const CODE_MISSING = '読み込めませんでした。電波のよいところで、もう一度お試しください。';

/**
 * A part that is opened by a press: where its code cannot be had, that is said, the screen stays as it is, and the next
 * press asks for the code again. What comes by itself is `lazyExtra`.
 *
 * @returns the part; it calls `onMissing` where its code cannot be had, to be taken away as if it were closed.
 */
export function lazyAsked<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let failure: unknown;
  const get = () => loadCode(load).catch((error: unknown) => Promise.reject((failure = error)));
  // React keeps what became of a load: each failure takes a new one.
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
