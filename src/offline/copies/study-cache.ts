/** What is kept for studying without a network: names and keys of Cache Storage, shared by page and worker. */
import { markdownTypes } from '@/api/contents';
import { IMAGE_BUCKET_MS } from '@/lib/constants';
import { apiHost } from '@/session/api-host';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

export { CACHED_AT_HEADER } from '@/api/shapes';

const CACHE_PREFIX = 'study-';

/** The header of an image's copy that says in which bucket it was fetched (the parameter `t`, specification §9). */
export const CACHED_BUCKET_HEADER = 'x-cached-bucket';

/** The header of a copy that a course pack made: for which version of its lesson or course it was fetched. */
export const CACHED_FOR_HEADER = 'x-cached-for';

/** The bucket of now: the number of its hour. */
export function timeBucket(bucketMs: number = IMAGE_BUCKET_MS): number {
  return Math.floor(now() / bucketMs);
}

/** Adds the hour bucket to an image's URL, so that a changed picture is seen within the hour (specification §9). */
export function withTimeBucket(url: string, bucketMs?: number): string {
  const bucketed = new URL(url, globalThis.location.origin);
  bucketed.searchParams.set('t', String(timeBucket(bucketMs)));
  return bucketed.href;
}

/** Where a picture by URL lies; undefined on a host that is not asked, where a link stands in its place. */
export function pictureUrl(source: string): URL | undefined {
  const { origin } = globalThis.location;
  const url = URL.canParse(source, origin) && new URL(source, origin);
  return url && [origin, new URL(apiHost()).origin, ...__IMAGE_HOSTS__].includes(url.origin) ? url : undefined;
}

/** Whether this is one of the app's own files, which the worker has whole. */
export function isAppFile({ origin, pathname }: URL, appOrigin: string = globalThis.location.origin): boolean {
  return origin === appOrigin && !pathname.startsWith('/files/');
}

/** The name of an owner's cache. @param owner see `ownerKey`. */
export function studyCacheName(owner: OwnerKey): string {
  return CACHE_PREFIX + owner;
}

/** Signatures that can be told by their names alone: S3 and GCS, version 4 and older; CloudFront's key pair. */
const signatureName = /^(x-amz-|x-goog-|awsaccesskeyid$|googleaccessid$|key-pair-id$)/i;
/** S3 version 2, GCS version 2 and CloudFront: everyday words, dropped only beside a `Signature`. */
const signatureCompanions = ['signature', 'expires', 'policy', 'hash-algorithm'];
/** An Azure shared access signature: two letters each, dropped only beside `sig`. */
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
 * The key under which a response is kept: without fragment and signature, for those change while the file stays; of an
 * image also without the bucket parameter `t`, so that it is found offline at any hour (specification §9).
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

const ID = '[A-Za-z0-9_-]{1,64}';
/** Below /api/v1: what is studied, one by one (docs/offline.md, law 3). */
const studyPath = new RegExp(`^/api/v1/(courses|sections|lessons|content|question-set)/${ID}$`);
const explanationPath = new RegExp(`^/api/v1/question-set/${ID}/explanation$`);

/** One read that the worker keeps. */
export interface StudyRead {
  type: 'api' | 'markdown' | 'image';
  /** The key of its copy. */
  key: string;
  /** The Content-Type that its answer must have; of any other type it is not the answer. */
  contentTypes: RegExp;
  /** The bucket an image is asked for in. */
  bucket?: string;
}

const contentTypes = {
  api: /^application\/(problem\+)?json\b/i,
  markdown: markdownTypes,
  image: /^image\//i,
} satisfies Record<StudyRead['type'], RegExp>;

/** The read of a URL of this type, with the key and the types that page and worker agree on. */
export function studyReadAt(url: string | URL, type: StudyRead['type']): StudyRead {
  const bucket = type === 'image' ? (new URL(url).searchParams.get('t') ?? undefined) : undefined;
  return { type, key: studyCacheKey(url, type), contentTypes: contentTypes[type], bucket };
}

/** What a request asks for; the app's own files are no study reads, the worker has them whole. */
function typeOf(
  { destination, headers }: Request,
  url: URL,
  apiOrigin: string,
  appOrigin: string,
): StudyRead['type'] | undefined {
  if (url.origin === apiOrigin && (studyPath.test(url.pathname) || explanationPath.test(url.pathname))) return 'api';
  const isApi = url.origin === apiOrigin && url.pathname.startsWith('/api/');
  if (isApi || isAppFile(url, appOrigin)) return undefined;
  if (destination === 'image') return 'image';
  const isMarkdown = /\.(md|markdown)$/i.test(url.pathname) || headers.get('Accept')?.includes('text/markdown');
  return destination === '' && isMarkdown ? 'markdown' : undefined;
}

/**
 * What is studied, one by one (docs/offline.md, law 3): a GET of one course, section, lesson, question set, explanation
 * or content URL; a markdown file; an image of a lesson. Undefined for everything else, and for what is asked for with
 * `cache: 'no-store'`: a course pack fetches past the copies, and keeps what comes itself.
 *
 * @param origins where the API and the app are; else as this context has them.
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
