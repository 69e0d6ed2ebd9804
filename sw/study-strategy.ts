/**
 * The caching strategy for content: network first; the cached copy of the owner after 3 s, or when the network fails.
 */
import { registerRoute } from 'workbox-routing';
import { NetworkOnly, Strategy, type StrategyHandler, type StrategyOptions } from 'workbox-strategies';

import { networkAsked } from '@/offline/copies/copy-broadcasts';
import { dropPrerenderedLessons } from '@/offline/copies/prerender-store';
import {
  fetchWithStallTimeout,
  type StreamedAnswer,
  translating,
  untranslatedIn,
} from '@/offline/copies/stall-timeout-fetch';
import { CACHED_BUCKET_HEADER, studyCacheName, type StudyRead, studyReadOf } from '@/offline/copies/study-cache';
import {
  dropCopy,
  gatewayIn,
  isPostponedFile,
  isRefusedFile,
  judgeAnswer,
  matchesRequest,
  type StudyAnswerKind,
  toCopy,
  toResponse,
} from '@/offline/copies/study-copy';
import { isWiping } from '@/offline/wipe-marks';
import { bearerHeader, type OwnerKey, ownerKey, readSession } from '@/session/session';

import { DeferredLessons } from './deferred-lessons';

type Plugin = NonNullable<StrategyOptions['plugins']>[number];

/** Timeout of the network in ms if there is a cached copy; after it the copy is served. */
const NETWORK_TIMEOUT_MS = 3000;
/** Time in ms after a host's failure in which its cached copies are served at once and refreshed in the background. */
const FAILURE_TTL_MS = 30_000;

/** The time at which each host last failed, by the service worker's monotonic clock. */
const failedAt = new Map<string, number>();

function hasFailedRecently({ key }: StudyRead): boolean {
  const at = failedAt.get(new URL(key).origin);
  return at !== undefined && performance.now() - at < FAILURE_TTL_MS;
}

/**
 * Records whether a host answered. For the API this is broadcast to the pages, which may have received a cached copy
 * before.
 */
function recordHostOutcome(
  { type, key }: StudyRead,
  isAnswered: boolean,
  gateway?: ReturnType<typeof gatewayIn>,
): void {
  const { origin } = new URL(key);
  if (isAnswered) failedAt.delete(origin);
  else failedAt.set(origin, performance.now());
  if (type === 'api') networkAsked.publish({ isAnswered, isPortal: gateway !== undefined, gateway });
}

/** Thrown for a response that is not usable (judgeAnswer); it is served only if there is no cached copy. */
class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  constructor(
    readonly response: Response,
    readonly kind: StudyAnswerKind,
  ) {
    super(`Status ${response.status}`);
  }
}

/**
 * Returns false for failures that are not the network's: the page was closed, a signed URL has expired, or only this
 * thing is refused.
 */
function isNetworkFailure(error: unknown, request: Request, read: StudyRead): boolean {
  if (request.signal.aborted) return false;
  if (!(error instanceof NetworkFailure)) return true;
  const { kind, response } = error;
  return kind !== 'unclear' && !isRefusedFile(response, read) && !isPostponedFile(response, read);
}

/** The response when there is neither a valid response from the network nor a cached copy. */
const answerFailure: Plugin['handlerDidError'] = ({ error }) =>
  Promise.resolve(error instanceof NetworkFailure ? error.response : Response.error());

/**
 * Creates the Workbox plugin of an owner's cache: sets its cache keys, checks its copies, and writes nothing once the
 * owner signs out.
 */
function createCachePlugin(owner: OwnerKey): Plugin {
  return {
    cacheKeyWillBeUsed: ({ params }) => Promise.resolve((params as StudyRead).key),
    cacheWillUpdate: async ({ request, response }) => {
      const read = studyReadOf(request);
      if (!read || response.status !== 200 || (await isWiping(owner))) return null;
      return toResponse(toCopy(response, await response.arrayBuffer(), read));
    },
    // Checks again for a sign-out, because one may have begun during the write: the cache is then deleted.
    cacheDidUpdate: async ({ cacheName }) => {
      if (await isWiping(owner)) await caches.delete(cacheName);
    },
    handlerDidError: answerFailure,
  };
}

/** Returns true if the cached image was fetched in the request's time bucket: one fetch per bucket is enough. */
function isOfThisBucket(copy: Response, read: StudyRead): boolean {
  return read.bucket !== undefined && copy.headers.get(CACHED_BUCKET_HEADER) === read.bucket;
}

function afterDelay(copy: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(copy), NETWORK_TIMEOUT_MS));
}

/** The caching strategy of one owner. */
class StudyStrategy extends Strategy {
  private readonly deferred: DeferredLessons;

  constructor(private readonly owner: OwnerKey) {
    super({
      cacheName: studyCacheName(owner),
      matchOptions: { ignoreVary: true },
      plugins: [createCachePlugin(owner)],
    });
    this.deferred = new DeferredLessons(this.cacheName);
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const read = handler.params as StudyRead;
    const copy = await handler.cacheMatch(request).catch(() => undefined);
    if (copy && isOfThisBucket(copy, read)) return copy;
    const fetched = this.fetchAndCache(request, handler, read);
    if (!copy) return (await fetched).response;
    const spare = copy.clone();
    // A cached copy, if there is one, is served instead of a response that is cut off or names another id.
    const freshOrCopy = fetched
      .then(async ({ response, body }) => {
        const whole = await body;
        return response.status !== 200 || matchesRequest(read, whole) ? response : spare;
      })
      .catch(() => spare);
    void handler.waitUntil(freshOrCopy);
    return hasFailedRecently(read) ? copy : Promise.race([freshOrCopy, afterDelay(copy)]);
  }

  /**
   * Fetches from the network and caches the response.
   *
   * @throws when there is no response, or it is not from the app's server.
   */
  private async fetchAndCache(request: Request, handler: StrategyHandler, read: StudyRead): Promise<StreamedAnswer> {
    const noteFailure = (error: unknown) => {
      if (isNetworkFailure(error, request, read)) {
        recordHostOutcome(read, false, error instanceof NetworkFailure ? gatewayIn(error.kind) : undefined);
      }
    };
    try {
      const send = translating(read.type, (sent) => handler.fetch(sent));
      const answer = await fetchWithStallTimeout(request, send);
      const { owner } = this;
      const kind = await judgeAnswer(answer.response, read, { owner, signal: request.signal });
      const isUsable = kind === 'ok' || kind === 'session' || kind === 'gone';
      if (!isUsable) throw new NetworkFailure(answer.response, kind);
      recordHostOutcome(read, true);
      answer.body.catch(noteFailure);
      // Caching errors are ignored: on a full device the older copy stays, because the queue has priority over copies.
      void handler.waitUntil(this.cacheAnswer(request, handler, answer, kind).catch(() => undefined));
      return answer;
    } catch (cause) {
      // The page gets a response that the dialect cannot translate as the server sent it, and names the field.
      const untranslated = untranslatedIn(cause);
      const error = untranslated ? new NetworkFailure(untranslated, 'unclear') : cause;
      noteFailure(error);
      throw error;
    }
  }

  private async cacheAnswer(
    request: Request,
    handler: StrategyHandler,
    { response, body }: StreamedAnswer,
    kind: StudyAnswerKind,
  ): Promise<void> {
    const { status, headers, type } = response;
    const read = handler.params as StudyRead;
    if (kind === 'gone') {
      this.deferred.forget(read);
      await dropCopy(await caches.open(this.cacheName), read.key);
      await dropPrerenderedLessons(this.owner, ({ copies }) => copies.includes(read.key));
      return;
    }
    // An opaque image of 1 kB takes 7 MB of the quota in Chromium: it is served, but never cached.
    if (status !== 200 || type === 'opaque') return;
    const whole = await body;
    if (!matchesRequest(read, whole)) return;
    await this.deferred.putOrDefer(read, whole, async () => {
      await handler.cachePut(request, new Response(whole, { headers }));
    });
  }
}

// Registers Workbox routes for cached content: one for each type of read, all handled by the strategy of the
// request's owner. Which requests these are: src/offline/copies/study-cache.ts.

/** Known bearer headers, each with its owner. A token that was replaced by a refresh still identifies its owner. */
const ownersByBearer = new Map<string, OwnerKey>();
/** The owners of pages, by client id, known from their API calls. */
const ownersByClient = new Map<string, OwnerKey>();

async function ownerOfBearer(bearer: string): Promise<OwnerKey | undefined> {
  const known = ownersByBearer.get(bearer);
  if (known) return known;
  const session = await readSession();
  if (!session || bearerHeader(session) !== bearer) return undefined;
  const owner = ownerKey(session.owner);
  ownersByBearer.set(bearer, owner);
  return owner;
}

/**
 * Returns the owner whose cache serves the request; undefined if unknown.
 *
 * A page belongs to one person for its whole life, because sign-in and sign-out restart it (docs/offline.md, law 8).
 */
async function ownerOf({ request, clientId }: FetchEvent): Promise<OwnerKey | undefined> {
  const bearer = request.headers.get('Authorization');
  if (bearer) {
    const owner = await ownerOfBearer(bearer);
    if (owner) ownersByClient.set(clientId, owner);
    return owner;
  }
  const known = ownersByClient.get(clientId);
  if (known) return known;
  // Uses the stored session's owner, because the browser stopped the service worker meanwhile, and its map of pages is
  // empty.
  const session = await readSession();
  return session && ownerKey(session.owner);
}

type RouteHandler = Extract<Parameters<typeof registerRoute>[1], (...options: never[]) => unknown>;
type Matcher = Extract<Parameters<typeof registerRoute>[0], (...options: never[]) => unknown>;

/** The caching strategy of each owner; a strategy has one cache, so each owner has one. */
const strategies = new Map<string, StudyStrategy>();

function strategyOf(owner: OwnerKey): StudyStrategy {
  const strategy = strategies.get(owner) ?? new StudyStrategy(owner);
  strategies.set(owner, strategy);
  return strategy;
}

/** The strategy for requests whose owner is unknown: caches nothing and serves no cached copy. */
const unowned = new NetworkOnly({ plugins: [{ handlerDidError: answerFailure }] });

const answer: RouteHandler = async (options) => {
  // A device whose storage fails has no copies, but the network may still answer.
  const owner = await ownerOf(options.event as FetchEvent).catch(() => undefined);
  return (owner ? strategyOf(owner) : unowned).handle(options);
};

/** Returns a route matcher for one type of read request; its result becomes the strategy's `params`. */
function readsOf(type: StudyRead['type']): Matcher {
  return ({ request }) => {
    const read = studyReadOf(request);
    return read?.type === type ? read : undefined;
  };
}

/** Registers the routes of cached content. */
export function serveStudy(): void {
  registerRoute(readsOf('api'), answer);
  registerRoute(readsOf('markdown'), answer);
  registerRoute(readsOf('image'), answer);
}
