/** Whether the app may draw attention to itself: never in the middle of an answer, or of something being written. */
import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

import { hasUnsavedWork, watchUnsavedWork } from '@/ui/forms/unsaved-work';

/** Paths on which questions are being answered. */
const ANSWERING = /^\/(?:question\/solve|review)(?:\/|$)/;

/** Whether nothing is being answered or written at `pathname`. */
export function isCalmAt(pathname: string): boolean {
  return !ANSWERING.test(pathname) && !hasUnsavedWork();
}

/** The same, followed as it changes. */
export function useCalm(): boolean {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isWriting = useSyncExternalStore(watchUnsavedWork, hasUnsavedWork);
  return !ANSWERING.test(pathname) && !isWriting;
}
