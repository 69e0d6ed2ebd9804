/**
 * Reads the runs of text of the rendered lesson, again after each DOM change: further slices, furigana, a translation.
 */
import { useEffect, useMemo, useState } from 'react';

import { type PageRun, readLessonRuns } from '@/ui/markdown/spoken/page-runs';

import { findArticle } from './page-view';

export type ReadRuns = () => readonly PageRun[];

/**
 * Returns a function that reads the lesson's runs and caches them until the page changes; a new function after each
 * change.
 */
export function usePageRuns(): ReadRuns {
  const [change, setChange] = useState(0);
  useEffect(() => {
    const article = findArticle();
    if (!article) return undefined;
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setChange((count) => count + 1));
    });
    observer.observe(article, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return useMemo(() => createReader(change), [change]);
}

/** Creates a function that caches the runs. @param _change unused; a new value creates a new function */
function createReader(_change: number): ReadRuns {
  let runs: readonly PageRun[] | undefined;
  return () => {
    const article = findArticle();
    return (runs ??= article ? readLessonRuns(article) : []);
  };
}
