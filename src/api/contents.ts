/** Uploaded content: markdown and images, by id and by container and file name (specification §3, §7). */
import * as z from 'zod/mini';

import { TRANSFER_STALL_MS } from '@/constants';
import { apiHost } from '@/session/api-host';

import { request, requestNothing } from './client';
import { NetworkError, UnexpectedAnswerError } from './errors';
import { requireId } from './require';
import { idSchema, type Page, type PageQuery, pageSchema, timestampSchema } from './shapes';

export const fileTypeSchema = z.enum(['md', 'img']);
export type FileType = z.infer<typeof fileTypeSchema>;

export const contentSchema = z.object({
  id: idSchema,
  containerName: z.string(),
  fileName: z.string(),
  fileType: fileTypeSchema,
  byteLength: z.number(),
  updatedAt: timestampSchema,
});
export type Content = z.infer<typeof contentSchema>;

/** A JSON string, or `{url}` (decisions §1). */
const contentUrlSchema = z.union([
  z.string(),
  z.pipe(
    z.object({ url: z.string() }),
    z.transform(({ url }) => url),
  ),
]);

/** Lists uploaded content, newest first. */
export function fetchContents(page?: PageQuery, signal?: AbortSignal): Promise<Page<Content>> {
  return request('/content/', pageSchema(contentSchema), { query: page, signal });
}

/**
 * Reads the answer of GET /content/{id}; the URL is absolute.
 *
 * @throws {UnexpectedAnswerError} when it is anything but an http(s) URL.
 */
export function readContentUrl(answer: unknown): string {
  const parsed = z.safeParse(contentUrlSchema, answer);
  const answered = parsed.success ? parsed.data : '';
  const url = answered !== '' && URL.canParse(answered, apiHost()) ? new URL(answered, apiHost()) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new UnexpectedAnswerError('No content URL');
  return url.href;
}

/**
 * Fetches where a content file lies; the URL is absolute.
 *
 * @throws {UnexpectedAnswerError} when the server names anything but an http(s) URL.
 */
export async function fetchContentUrl(contentId: string, signal?: AbortSignal): Promise<string> {
  return readContentUrl(await request(`/content/${requireId(contentId, 'contentId')}`, contentUrlSchema, { signal }));
}

/**
 * Fetches a markdown file's text, without the bearer header: its URL is not the API's (security design).
 *
 * @throws {NetworkError} when no answer came, {UnexpectedAnswerError} when it is not there or not text.
 */
export async function fetchMarkdown(url: string, signal?: AbortSignal): Promise<string> {
  const timeLimit = AbortSignal.timeout(TRANSFER_STALL_MS);
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      // Also tells the worker what this is, whatever the URL looks like (offline/study-cache.ts).
      headers: { Accept: 'text/markdown' },
      signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
    });
    const contentType = response.headers.get('Content-Type') ?? '';
    if (!response.ok || !/^text\/(markdown|plain|x-markdown)\b/.test(contentType)) {
      throw new UnexpectedAnswerError(`Status ${response.status}, ${contentType} for a markdown file`);
    }
    return await response.text();
  } catch (error) {
    if (signal?.aborted || error instanceof UnexpectedAnswerError) throw error;
    throw new NetworkError('No answer from the content host', { cause: error });
  }
}

/** Deletes a content file. */
export function deleteContent(contentId: string): Promise<void> {
  return requestNothing(`/content/${requireId(contentId, 'contentId')}`, { method: 'DELETE' });
}
