/** What may be kept for studying, and how a copy looks; worker and course packs make the same copies. */
import { isFileRefusal, readContentUrl } from '@/api/contents';
import { headOf, isPortal } from '@/api/server-answer';
import { apiHost } from '@/session/api-host';
import { now } from '@/storage/now';

import {
  CACHED_AT_HEADER,
  CACHED_BUCKET_HEADER,
  CACHED_FOR_HEADER,
  studyCacheKey,
  type StudyRead,
} from './study-cache';

/** The API says that the thing is not this user's to read: the copy goes. */
const goneStatuses = new Set([403, 404, 410]);

/**
 * Whether the API refuses the thing for good: a copy of it goes. A file's host may say the same of a URL whose signature is
 * over, which says nothing of the file.
 */
export function isGone({ status }: Response, { type }: StudyRead): boolean {
  return type === 'api' && goneStatuses.has(status);
}

/** Whether a file's host refuses it, which says neither that the file is gone nor that the network is. */
export function isRefusedFile(response: Response, { type }: StudyRead): boolean {
  return type !== 'api' && isFileRefusal(response);
}

/** Whether an answer is the server's own word of the expected type; anything else is a failing network. */
export function isServersWord(response: Response, read: StudyRead): boolean {
  if (response.type === 'opaque') return read.type === 'image';
  const head = headOf(response);
  if (isPortal(head)) return false;
  if (head.status === 200) return read.contentTypes.test(head.contentType);
  return (read.type === 'api' && head.status === 401) || isGone(response, read);
}

/** A content URL without its signature: that would be out of date when the copy is read. */
function withoutSignature(text: string): string {
  const strip = (url: string) => (URL.canParse(url, apiHost()) ? studyCacheKey(new URL(url, apiHost()), 'api') : url);
  const answer: unknown = JSON.parse(text);
  if (typeof answer === 'string') return JSON.stringify(strip(answer));
  const { url } = answer as { url?: unknown };
  return JSON.stringify(typeof url === 'string' ? { url: strip(url) } : answer);
}

function isContentUrl(key: string): boolean {
  return new URL(key).pathname.startsWith('/api/v1/content/');
}

async function readBody(response: Response, read: StudyRead): Promise<Blob | string> {
  return isContentUrl(read.key) ? withoutSignature(await response.text()) : response.blob();
}

/** The copies of a file, whatever it is: as a text, as an image; none where it does not say where the file lies. */
export function fileKeys(answer: unknown): string[] {
  try {
    const url = readContentUrl(answer);
    return [studyCacheKey(url, 'markdown'), studyCacheKey(url, 'image')];
  } catch {
    return [];
  }
}

/** Deletes the copy of what the API refuses for good; with a content URL goes the file that it names. */
export async function dropCopy(cache: Cache, key: string): Promise<void> {
  const copy = isContentUrl(key) ? await cache.match(key, { ignoreVary: true }) : undefined;
  const files = copy ? fileKeys(await copy.json().catch(() => undefined)) : [];
  await Promise.all([key, ...files].map((each) => cache.delete(each)));
}

/** An answer as it is kept: with the time of this copy, and for images the bucket it was fetched in. */
export async function toCopy(response: Response, read: StudyRead, version?: string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT_HEADER, new Date(now()).toISOString());
  if (read.bucket) headers.set(CACHED_BUCKET_HEADER, read.bucket);
  if (version) headers.set(CACHED_FOR_HEADER, version);
  return new Response(await readBody(response, read), { status: 200, headers });
}
