/** Uploaded content: markdown and images, by id and by container and file name (specification §3, §7). */
import * as z from 'zod/mini';

import { apiHost } from '@/session/api-host';

import { request, requestNothing } from './client';
import { download, type DownloadOptions } from './downloads';
import { UnexpectedAnswerError } from './errors';
import { requireId } from './require';
import { schemaMismatchAt } from './schema-mismatch';
import { headOf, isPortal } from './server-answer';
import { idSchema, type Page, type PageQuery, pageSchema, timestampSchema } from './shapes';
import type { RequestOptions } from './transport';

const fileTypeSchema = z.enum(['md', 'img']);
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

/** A JSON string, or `{url}` (docs/wire.md). */
export const contentUrlSchema = z.union([
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
 * @param call what the console and the screen name when it does not fit.
 * @throws {UnexpectedAnswerError} when it is anything but an http(s) URL.
 */
export function readContentUrl(answer: unknown, call = 'content'): string {
  const { data } = z.safeParse(contentUrlSchema, answer);
  const url = data && URL.canParse(data, apiHost()) ? new URL(data, apiHost()) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw schemaMismatchAt(call, [], answer);
  return url.href;
}

/**
 * Fetches where a content file lies; the URL is absolute.
 *
 * @throws {UnexpectedAnswerError} when the server names anything but an http(s) URL.
 */
export async function fetchContentUrl(
  contentId: string,
  options?: Pick<RequestOptions, 'cache' | 'signal'>,
): Promise<string> {
  const call = `content/${requireId(contentId, 'contentId')}`;
  return readContentUrl(await request(`/${call}`, contentUrlSchema, options), call);
}

/** What a file's host may call a text; the last two are what S3 and Azure say of a file that was put there without a type. */
export const markdownTypes = /^(text\/((x-)?markdown|plain)|\w+\/octet-stream)\b/i;

/**
 * Whether a file's host refuses a URL: its signature may be over, so that only the API, asked anew, knows whether the file
 * is there.
 */
export function isFileRefusal({ status }: Response): boolean {
  return [400, 401, 403, 404, 410].includes(status);
}

/**
 * Fetches the text of a markdown file: where it lies is asked for, then the file. Where its host refuses it, both are asked
 * for once more, the first past its copy, whose URL is not signed.
 *
 * @throws {NetworkError} when no answer came, {ApiError} when the API refuses it, {UnexpectedAnswerError} when it is not
 * there or not text.
 */
export async function fetchMarkdown(
  contentId: string,
  { signal, onBytes }: Pick<DownloadOptions, 'signal' | 'onBytes'> = {},
): Promise<string> {
  const ask = async (cache?: RequestCache) =>
    download(await fetchContentUrl(contentId, { signal, cache }), {
      signal,
      onBytes,
      // Also tells the worker what this is, whatever the URL looks like (offline/copies/study-cache.ts).
      headers: { Accept: 'text/markdown' },
    });
  const first = await ask();
  const { response, body } = isFileRefusal(first.response) ? await ask('no-store') : first;
  const head = headOf(response);
  if (response.ok && markdownTypes.test(head.contentType)) return new TextDecoder().decode(body);
  if (isPortal(head)) throw new UnexpectedAnswerError(response.url);
  throw schemaMismatchAt(response.url, [], `${head.status} ${head.contentType}`);
}

/** Deletes a content file. */
export function deleteContent(contentId: string): Promise<void> {
  return requestNothing(`/content/${requireId(contentId, 'contentId')}`, { method: 'DELETE' });
}
