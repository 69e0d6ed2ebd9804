/** Content files as the page remembers them: where they lie, and markdown's text. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { fetchContents, fetchContentUrl, fetchMarkdown } from '@/api/contents';
import { isAppFile, pictureUrl, timeBucket, withTimeBucket } from '@/offline/copies/study-cache';

import { fetchAllPages } from './all-pages';
import { trackDownload } from './download-progress';

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
      queryFn: ({ signal }) => trackDownload((onBytes) => fetchMarkdown(contentId, { signal, onBytes })),
      staleTime: 0,
    }),
};

/** An image's way onto the screen: its URL once known. */
export interface ImageUrl {
  url?: string;
  /** It cannot be had. */
  isFailed: boolean;
  /** It lies on another host, which must not be asked: a link to it stands in its place (docs/security.md, "Defences"). */
  isForeign: boolean;
  /** To be called where the picture did not come: where it lies is asked for once more an hour, for its signature may be over. */
  onMissing: () => void;
}

/** Asked for hour by hour, as `content:ID` is. */
function placeUrl(source: string): Pick<ImageUrl, 'url' | 'isForeign'> {
  const url = pictureUrl(source);
  if (!url) return { url: source, isForeign: true };
  return { url: isAppFile(url) ? url.href : withTimeBucket(url.href), isForeign: false };
}

/**
 * Finds where an image lies.
 *
 * @param source 'content:ID', which is asked of the server, or a URL; undefined for none.
 */
export function useImageUrl(source: string | undefined): ImageUrl {
  const contentId = source?.startsWith('content:') ? source.slice('content:'.length) : undefined;
  const { data, isError } = useQuery({ ...contentQueries.url(contentId ?? ''), enabled: contentId !== undefined });
  const queryClient = useQueryClient();
  const askedIn = useRef(0);
  const onMissing = () => {
    const hour = timeBucket();
    if (!contentId || askedIn.current === hour) return;
    askedIn.current = hour;
    void queryClient.prefetchQuery({ ...contentQueries.url(contentId, 'no-store'), staleTime: 0 });
  };
  const place = contentId || !source ? { url: data && withTimeBucket(data), isForeign: false } : placeUrl(source);
  return { ...place, isFailed: isError, onMissing };
}
