/** Uploaded content (markdown and images): schemas and calls (specification §3, §7). */
import * as z from 'zod/mini';

import { list, remove } from '@/api/network/calls';
import { request } from '@/api/network/client';
import { UnexpectedAnswerError } from '@/api/network/errors';
import { requireId } from '@/api/network/require';
import { schemaMismatchAt } from '@/api/network/schema-mismatch';
import { gatewayOfHead, headOf } from '@/api/network/server-answer';
import type { RequestOptions } from '@/api/network/transport';
import { idSchema, openField, optionalField, timestampSchema } from '@/api/shapes';
import type { ContentPageQuery } from '@/api/title-lists';
import { parseUrl } from '@/lib/browser-gaps';
import { apiHost } from '@/session/api-host';

import { download, type DownloadOptions } from './downloads';

const fileTypeSchema = z.enum(['md', 'img']);
export type FileType = z.infer<typeof fileTypeSchema>;

/**
 * Describes a use of a file. `kind`: the `text` of a lesson, the `cover` of a course, a `picture` in a lesson's text,
 * in a `question-set`, in the `notice`, a `version-picture` in an earlier version of a lesson's text, or something in
 * the `trash`. A file can also be such an earlier `version` itself, which does not keep it from being deleted. Later
 * servers may add kinds.
 */
const contentUseSchema = z.object({
  kind: z.string(),
  /** The title of the lesson, course, question set or deleted thing; '' for the notice. */
  title: z.string(),
  /** The id of the lesson or course that uses the file. */
  lessonId: optionalField(idSchema),
  courseId: optionalField(idSchema),
});
export type ContentUse = z.infer<typeof contentUseSchema>;

export const contentSchema = z.object({
  id: idSchema,
  containerName: openField(z.string()),
  fileName: z.string(),
  fileType: openField(fileTypeSchema),
  byteLength: openField(z.number()),
  updatedAt: openField(timestampSchema),
  /** The uses of the file; undefined where the server does not send them. */
  uses: optionalField(z.array(contentUseSchema)),
});
export type Content = z.infer<typeof contentSchema>;

/** The response of GET /content/{id}: a JSON string, or `{url}` (docs/wire.md). */
export const contentUrlSchema = z.union([
  z.string(),
  z.pipe(
    z.object({ url: z.string() }),
    z.transform(({ url }) => url),
  ),
]);

/** Lists uploaded content, newest first. */
export const fetchContents = list<Content, ContentPageQuery>('/content/', contentSchema);

/**
 * Reads the response of GET /content/{id}.
 *
 * @param call the name of the call in the error message.
 * @returns the absolute URL of the file.
 * @throws {UnexpectedAnswerError} when the response is anything but an http(s) URL.
 */
export function readContentUrl(answer: unknown, call = 'content'): string {
  const { data } = z.safeParse(contentUrlSchema, answer);
  const url = data ? parseUrl(data, apiHost()) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw schemaMismatchAt(call, [], answer);
  return url.href;
}

/**
 * Fetches the absolute URL of a content file.
 *
 * @throws {UnexpectedAnswerError} when the answer is anything but an http(s) URL.
 */
export async function fetchContentUrl(
  contentId: string,
  options?: Pick<RequestOptions, 'cache' | 'signal'>,
): Promise<string> {
  const call = `content/${requireId(contentId, 'contentId')}`;
  return readContentUrl(await request(`/${call}`, contentUrlSchema, options), call);
}

/**
 * Content types accepted for a markdown file; S3 and Azure send an octet-stream type for a file stored without a type.
 */
export const markdownTypes = /^(text\/((x-)?markdown|plain)|\w+\/octet-stream)\b/i;

/**
 * Returns whether the host of a file refused the file's URL. The URL's signature may have expired, so only the API can
 * tell if the file is gone.
 */
export function isFileRefusal({ status }: Response): boolean {
  return [400, 401, 403, 404, 410].includes(status);
}

/**
 * Fetches the text of a markdown file: first its URL, then the file. If the host refuses the URL, fetches both once
 * more, and bypasses the cached copy of the URL, whose signature may have expired.
 *
 * @throws {NetworkError} when no response came, {ApiError} when the API refuses, {UnexpectedAnswerError} when the file
 * is missing or is not text.
 */
export async function fetchMarkdown(
  contentId: string,
  { signal, onBytes }: Pick<DownloadOptions, 'signal' | 'onBytes'> = {},
): Promise<string> {
  const fetchFile = async (cache?: RequestCache) =>
    download(await fetchContentUrl(contentId, { signal, cache }), {
      signal,
      onBytes,
      // The Accept header also tells the service worker that the file is markdown, whatever its URL looks like
      // (offline/copies/study-cache.ts).
      headers: { Accept: 'text/markdown' },
    });
  const first = await fetchFile();
  const { response, body } = isFileRefusal(first.response) ? await fetchFile('no-store') : first;
  const head = headOf(response);
  if (response.ok && markdownTypes.test(head.contentType)) return new TextDecoder().decode(body);
  const gateway = gatewayOfHead(head);
  if (gateway) throw new UnexpectedAnswerError(response.url, { gateway, status: head.status });
  throw schemaMismatchAt(response.url, [], `${head.status} ${head.contentType}`);
}

/** Deletes a content file. */
export const deleteContent = remove('/content/{id}');
