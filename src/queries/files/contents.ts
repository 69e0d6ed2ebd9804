/** Cached content files: the list, their URLs, and the text of markdown files. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { fetchContents, fetchContentUrl, fetchMarkdown } from '@/api/files/contents';
import { isGone } from '@/api/network/errors';
import { isAppFile, pictureUrl, timeBucket, withTimeBucket } from '@/offline/copies/study-cache';
import { fetchAllPages } from '@/queries/all-pages';

import { trackDownload } from './download-progress';

export const contentQueries = {
  /** The query of all uploaded files, newest first, with their uses where the server sends them; for editors. */
  list: () =>
    queryOptions({
      queryKey: ['contents'],
      queryFn: ({ signal }) => fetchAllPages((page) => fetchContents({ uses: 'true', ...page }, signal)),
      staleTime: 0,
    }),
  /**
   * The query of a file's URL.
   *
   * @param cache 'no-store' bypasses the service worker's copy, whose URL has no signature.
   */
  url: (contentId: string, cache?: RequestCache) =>
    queryOptions({
      queryKey: ['contents', contentId, 'url'],
      queryFn: ({ signal }) => fetchContentUrl(contentId, { signal, cache }),
    }),
  /** The query of a markdown file's text. */
  markdown: (contentId: string) =>
    queryOptions({
      queryKey: ['contents', contentId, 'markdown'],
      queryFn: ({ signal }) => trackDownload((onBytes) => fetchMarkdown(contentId, { signal, onBytes })),
      staleTime: 0,
    }),
};

/** The URL of an image to show, and its state. */
export interface ImageUrl {
  /** The image's URL; undefined while it loads. */
  url?: string;
  /** True if the image's URL could not be loaded. */
  isFailed: boolean;
  /**
   * True if the image is on another host, which must not be contacted: a link is shown instead (docs/security.md,
   * "Defences").
   */
  isForeign: boolean;
  /**
   * Called when the image did not load: its URL is fetched again, at most once an hour, because the URL's signature may
   * have expired.
   */
  onMissing: () => void;
}

/**
 * Returns the address for an image that is given by URL; an image of our own gets the hour's time bucket, as
 * `content:ID` does (specification §9).
 */
function placeUrl(source: string): Pick<ImageUrl, 'url' | 'isForeign'> {
  const url = pictureUrl(source);
  if (!url) return { url: source, isForeign: true };
  return { url: isAppFile(url) ? url.href : withTimeBucket(url.href), isForeign: false };
}

/**
 * Returns an image's URL and state.
 *
 * @param source 'content:ID', whose URL the server sends, or a URL; undefined without an image.
 */
export function useImageUrl(source: string | undefined): ImageUrl {
  const contentId = source?.startsWith('content:') ? source.slice('content:'.length) : undefined;
  const { data, error } = useQuery({ ...contentQueries.url(contentId ?? ''), enabled: contentId !== undefined });
  const queryClient = useQueryClient();
  const fetchedInHour = useRef(0);
  const onMissing = () => {
    const hour = timeBucket();
    if (!contentId || fetchedInHour.current === hour) return;
    fetchedInHour.current = hour;
    void queryClient.prefetchQuery({ ...contentQueries.url(contentId, 'no-store'), staleTime: 0 });
  };
  const place = contentId || !source ? { url: data && withTimeBucket(data), isForeign: false } : placeUrl(source);
  // A URL that could not be fetched again, for example after a 503, still opens the picture or its copy.
  const isFailed = error !== null && (data === undefined || isGone(error));
  return { ...place, isFailed, onMissing };
}
