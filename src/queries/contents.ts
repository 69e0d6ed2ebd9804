/** Content files as the page remembers them: where they lie, and markdown's text. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { fetchContents, fetchContentUrl, fetchMarkdown } from '@/api/contents';
import { withTimeBucket } from '@/offline/study-cache';
import { apiHost } from '@/session/api-host';

import { fetchAllPages } from './all-pages';
import { noteArrival } from './slow-text';

export const contentQueries = {
  /** Every uploaded file, newest first; for editors. */
  list: () =>
    queryOptions({
      queryKey: ['contents'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchContents(query, signal)),
      staleTime: 0,
    }),
  /** @param cache 'no-store' asks past the worker's copy, whose URL is not signed. */
  url: (contentId: string, cache?: RequestCache) =>
    queryOptions({
      queryKey: ['contents', contentId, 'url'],
      queryFn: ({ signal }) => fetchContentUrl(contentId, { signal, cache }),
    }),
  /** The text of a markdown file: its URL is asked for, then the file itself. */
  markdown: (contentId: string) =>
    queryOptions({
      queryKey: ['contents', contentId, 'markdown'],
      queryFn: ({ signal }) => noteArrival((onBytes) => fetchMarkdown(contentId, { signal, onBytes })),
      staleTime: 0,
    }),
};

/** An image's way onto the screen: its URL once known. */
export interface ImageUrl {
  url?: string;
  /** It cannot be had. */
  isFailed: boolean;
  /** It lies on another host, which must not be asked: a link to it stands in its place (security design). */
  isForeign: boolean;
  /** To be called where the picture did not come: where it lies is asked for once more, for its signature may be over. */
  onMissing: () => void;
}

function isForeign(url: string): boolean {
  const origins = [globalThis.location.origin, new URL(apiHost()).origin];
  return !origins.includes(new URL(url, globalThis.location.href).origin);
}

/**
 * Finds where an image lies.
 *
 * @param source 'content:ID', which is asked of the server, or a URL, which is taken as it is; undefined for none.
 */
export function useImageUrl(source: string | undefined): ImageUrl {
  const contentId = source?.startsWith('content:') ? source.slice('content:'.length) : undefined;
  const { data, isError } = useQuery({ ...contentQueries.url(contentId ?? ''), enabled: contentId !== undefined });
  const queryClient = useQueryClient();
  const isAskedAnew = useRef(false);
  const onMissing = () => {
    if (isAskedAnew.current || !contentId) return;
    isAskedAnew.current = true;
    void queryClient.prefetchQuery({ ...contentQueries.url(contentId, 'no-store'), staleTime: 0 });
  };
  if (contentId === undefined)
    return { url: source, isFailed: false, isForeign: source !== undefined && isForeign(source), onMissing };
  return { url: data && withTimeBucket(data), isFailed: isError, isForeign: false, onMissing };
}
