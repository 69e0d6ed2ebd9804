/** Finds the URL of a picture in a text outside React, for the text editor's previews. */
import type { QueryClient } from '@tanstack/react-query';

import { isAppFile, pictureUrl, withTimeBucket } from '@/offline/copies/study-cache';

import { contentQueries } from './contents';

/** Returns a picture's URL, or a sentence that says why it is not shown. @throws what the request for its URL throws */
export async function findPicture(client: QueryClient, source: string): Promise<{ url: string } | { problem: string }> {
  const address = source.replace(/#.*$/, '');
  const contentId = /^content:([\w-]+)$/.exec(address)?.[1];
  if (contentId !== undefined) return { url: withTimeBucket(await client.fetchQuery(contentQueries.url(contentId))) };
  const url = pictureUrl(address);
  if (!url) return { problem: 'ほかのサイトの画像です。受講者には表示されません。' };
  if (!isAppFile(url)) return { url: withTimeBucket(url.href) };
  return url.pathname.startsWith('/icons/') ? { url: url.href } : { problem: 'アップロードされていない画像です。' };
}
