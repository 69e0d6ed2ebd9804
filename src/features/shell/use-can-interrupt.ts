/**
 * Decides when the app may interrupt with a notice: not while a question is being answered or something is being
 * written.
 */
import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

import { screenAt } from '@/session/screen-paths';
import { screenOf } from '@/session/screens';
import { hasUnsavedWork, watchUnsavedWork } from '@/ui/forms/unsaved-work';

const isAnsweringAt = (pathname: string) => screenOf(screenAt(pathname)).isAnswering === true;

/** Returns true if nothing is being answered or written at `pathname`. */
export function canInterruptAt(pathname: string): boolean {
  return !isAnsweringAt(pathname) && !hasUnsavedWork();
}

/** Returns true if the current screen may be interrupted, and rerenders when that changes. */
export function useCanInterrupt(): boolean {
  const isAnswering = useLocation({ select: ({ pathname }) => isAnsweringAt(pathname) });
  const isWriting = useSyncExternalStore(watchUnsavedWork, hasUnsavedWork);
  return !isAnswering && !isWriting;
}
