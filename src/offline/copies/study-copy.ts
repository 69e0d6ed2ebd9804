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
export function isServerAnswer(response: Response, read: StudyRead): boolean {
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

/** The copies of a file, whatever it is: as a text, as an image; none where it does not say where the file lies. */
export function fileKeys(answer: unknown): string[] {
  try {
    const url = readContentUrl(answer);
    return [studyCacheKey(url, 'markdown'), studyCacheKey(url, 'image')];
  } catch {
    return [];
  }
}

const namedPath = /\/(?:courses|sections|lessons|question-set)\/([^/]+)(\/explanation)?$/;

/**
 * Whether what came is about what was asked for: the API's answers name it. What does not is read by no screen, and takes no
 * copy's place.
 *
 * @param body of an answer with 200, whole.
 */
export function matchesRequest({ type, key }: StudyRead, body: ArrayBuffer): boolean {
  if (type !== 'api') return true;
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body));
    if (isContentUrl(key)) return fileKeys(answer).length > 0;
    const [, asked, isExplanation] = namedPath.exec(new URL(key).pathname) ?? [];
    const { id, questionSetId } = answer as { id?: unknown; questionSetId?: unknown };
    return String(isExplanation ? questionSetId : id) === asked;
  } catch {
    return false;
  }
}

/** Deletes the copy of what the API refuses for good; with a content URL goes the file that it names. */
export async function dropCopy(cache: Cache, key: string): Promise<void> {
  const copy = isContentUrl(key) ? await cache.match(key, { ignoreVary: true }) : undefined;
  const files = copy ? fileKeys(await copy.json().catch(() => undefined)) : [];
  await Promise.all([key, ...files].map((each) => cache.delete(each)));
}

/** An answer as it is kept. */
export interface Copy {
  body: ArrayBuffer;
  headers: Headers;
}

/**
 * An answer as it is kept: its type, the time of this copy, and for images the bucket it was fetched in. Nothing else that the
 * server says beside it is ever read of a copy, and it would take a kilobyte of each.
 *
 * @param body of the answer, whole.
 */
export function toCopy({ headers: told }: Response, body: ArrayBuffer, read: StudyRead, version?: string): Copy {
  const headers = new Headers({ [CACHED_AT_HEADER]: new Date(now()).toISOString() });
  headers.set('Content-Type', told.get('Content-Type') ?? '');
  if (read.bucket) headers.set(CACHED_BUCKET_HEADER, read.bucket);
  if (version) headers.set(CACHED_FOR_HEADER, version);
  if (!isContentUrl(read.key)) return { body, headers };
  const text = withoutSignature(new TextDecoder().decode(body));
  return { body: new TextEncoder().encode(text).buffer, headers };
}

/** A copy as an answer, for the cache. */
export function toResponse({ body, headers }: Copy): Response {
  return new Response(body, { status: 200, headers });
}
