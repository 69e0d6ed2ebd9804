/**
 * The service worker's cache of study content (study cache): its names, its keys, and which requests it stores; shared
 * by pages and worker.
 */
import { markdownTypes } from '@/api/files/contents';
import { isStudyPath } from '@/api/study-paths';
import { parseUrl } from '@/lib/browser-gaps';
import { IMAGE_BUCKET_MS } from '@/lib/constants';
import { apiHost } from '@/session/api-host';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

export { CACHED_AT_HEADER } from '@/api/shapes';

const CACHE_PREFIX = 'study-';

/**
 * The header of a cached image; its value is the time bucket in which the image was fetched (the parameter `t`,
 * specification §9).
 */
export const CACHED_BUCKET_HEADER = 'x-cached-bucket';

/**
 * The header of a cached response of a saved course; its value is the version of the lesson or course that the response
 * was fetched for.
 */
export const CACHED_FOR_HEADER = 'x-cached-for';

/** Returns the current time bucket: hours since 1970. */
export function timeBucket(bucketMs: number = IMAGE_BUCKET_MS): number {
  return Math.floor(now() / bucketMs);
}

/** Adds the time bucket to an image's URL, so that a changed image is shown within the hour (specification §9). */
export function withTimeBucket(url: string, bucketMs?: number): string {
  const bucketed = new URL(url, globalThis.location.origin);
  bucketed.searchParams.set('t', String(timeBucket(bucketMs)));
  return bucketed.href;
}

/**
 * Returns the URL of an image; undefined for a host that must not be contacted, where the page shows a link instead.
 */
export function pictureUrl(source: string): URL | undefined {
  const { origin } = globalThis.location;
  const url = parseUrl(source, origin);
  return url && [origin, new URL(apiHost()).origin, ...__IMAGE_HOSTS__].includes(url.origin) ? url : undefined;
}

/** Returns true for a file of the app itself, which the worker precaches. */
export function isAppFile({ origin, pathname }: URL, appOrigin: string = globalThis.location.origin): boolean {
  return origin === appOrigin && !pathname.startsWith('/files/');
}

/** Returns the name of an owner's study cache. @param owner from `ownerKey`. */
export function studyCacheName(owner: OwnerKey): string {
  return CACHE_PREFIX + owner;
}

/**
 * Query parameters that always belong to a URL's signature: those of S3 and GCS, version 4 and older, and of
 * CloudFront's key pair.
 */
const signatureName = /^(x-amz-|x-goog-|awsaccesskeyid$|googleaccessid$|key-pair-id$)/i;
/**
 * Query parameters of S3 version 2, GCS version 2 and CloudFront: common names, removed only together with `Signature`.
 */
const signatureCompanions = ['signature', 'expires', 'policy', 'hash-algorithm'];
/** Query parameters of an Azure shared access signature: short names, removed only together with `sig`. */
const azureCompanions =
  'sig sv ss srt sr sp st se sip spr si ses sdd spk epk srk erk skoid sktid skt ske sks skv saoid suoid scid'.split(
    ' ',
  );

function isSignature(name: string, names: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  if (signatureName.test(lower)) return true;
  if (names.has('signature') && signatureCompanions.includes(lower)) return true;
  return names.has('sig') && azureCompanions.includes(lower);
}

/**
 * Returns the cache key of a URL, without fragment and signature, because those change while the file stays the same;
 * for an image also without the time bucket `t`, so that the image is found offline at any hour (specification §9).
 */
export function studyCacheKey(url: string | URL, type: StudyRead['type']): string {
  const key = new URL(url);
  key.hash = '';
  const names = [...key.searchParams.keys()];
  const known = new Set(names.map((name) => name.toLowerCase()));
  for (const name of new Set(names)) {
    if (isSignature(name, known) || (type === 'image' && name === 't')) key.searchParams.delete(name);
  }
  return key.href;
}

/** A study read: a request for study content whose response is cached. */
export interface StudyRead {
  type: 'api' | 'markdown' | 'image';
  /** The cache key under which the response is stored. */
  key: string;
  /** The Content-Type that the response must have; a response of another type is treated as a network failure. */
  contentTypes: RegExp;
  /** The time bucket of the request, for an image. */
  bucket?: string;
}

const contentTypes = {
  api: /^application\/(problem\+)?json\b/i,
  markdown: markdownTypes,
  image: /^image\//i,
} satisfies Record<StudyRead['type'], RegExp>;

/** Returns the study read for a URL and a kind of resource; page and worker get the same cache key and types. */
export function studyReadAt(url: string | URL, type: StudyRead['type']): StudyRead {
  const bucket = type === 'image' ? (new URL(url).searchParams.get('t') ?? undefined) : undefined;
  return { type, key: studyCacheKey(url, type), contentTypes: contentTypes[type], bucket };
}

/**
 * Returns the kind of resource that a request asks for; undefined for the app's own files, which the worker precaches.
 */
function typeOf(
  { destination, headers }: Request,
  url: URL,
  apiOrigin: string,
  appOrigin: string,
): StudyRead['type'] | undefined {
  if (url.origin === apiOrigin && isStudyPath(url.pathname)) return 'api';
  const isApi = url.origin === apiOrigin && url.pathname.startsWith('/api/');
  if (isApi || isAppFile(url, appOrigin)) return undefined;
  if (destination === 'image') return 'image';
  const isMarkdown = /\.(md|markdown)$/i.test(url.pathname) || headers.get('Accept')?.includes('text/markdown');
  return destination === '' && isMarkdown ? 'markdown' : undefined;
}

/**
 * Returns the read of a request whose response is cached (docs/offline.md, law 3): a GET of one course, section,
 * lesson, question set, explanation or content URL; a markdown file; an image of a lesson. Undefined for all others,
 * and for `cache: 'no-store'`: saving a course (pack) bypasses the cache and stores the responses itself.
 *
 * @param origins of the API and the app; by default this context's.
 */
export function studyReadOf(
  request: Request,
  origins: { api: string; app: string } = { api: apiHost(), app: globalThis.location.origin },
): StudyRead | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || request.cache === 'no-store' || !url.protocol.startsWith('http')) return undefined;
  const type = typeOf(request, url, origins.api, origins.app);
  return type && studyReadAt(url, type);
}
