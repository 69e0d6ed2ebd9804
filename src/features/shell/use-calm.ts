/** Whether the app may draw attention to itself: never in the middle of an answer, or of something being written. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { hasUnsavedWork } from '@/ui/forms/unsaved-work';

/** Nobody tells when a form has been saved, so it is looked at again after this time, in ms. */
const LOOK_AGAIN_MS = 2000;

/** Paths on which questions are being answered. */
const ANSWERING = /^\/(?:question\/solve|review)(?:\/|$)/;

/** Whether nothing is being answered or written at `pathname`. */
export function isCalmAt(pathname: string): boolean {
  return !ANSWERING.test(pathname) && !hasUnsavedWork();
}

/** The same, followed as it changes. */
export function useCalm(): boolean {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [isWriting, setWriting] = useState(hasUnsavedWork);
  useEffect(() => {
    const timer = setInterval(() => setWriting(hasUnsavedWork()), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return !ANSWERING.test(pathname) && !isWriting;
}
