/** The strategy for what is studied: network first, the copy of the owner's cache after 3 s or when the network fails. */
import { Strategy, type StrategyHandler, type StrategyOptions } from 'workbox-strategies';

import { networkAsked } from '@/offline/copies/copy-broadcasts';
import { dropPrerenderedLessons } from '@/offline/copies/prerender-store';
import { fetchWithStallTimeout, type StreamedAnswer } from '@/offline/copies/stall-timeout-fetch';
import { CACHED_BUCKET_HEADER, studyCacheName, type StudyRead, studyReadOf } from '@/offline/copies/study-cache';
import {
  dropCopy,
  matchesRequest,
  isGone,
  isRefusedFile,
  isServerAnswer,
  toCopy,
  toResponse,
} from '@/offline/copies/study-copy';
import { isWiping } from '@/offline/wipe-marks';
import type { OwnerKey } from '@/session/session';

import { DeferredLessons } from './deferred-lessons';

type Plugin = NonNullable<StrategyOptions['plugins']>[number];

/** How long the network may take while there is a copy, in ms. */
const NETWORK_TIMEOUT_MS = 3000;
/** After one failure of its host copies answer at once for this long, and are refreshed behind, in ms. */
const FAILURE_TTL_MS = 30_000;

/** When a host last failed, by the worker's own clock, which nobody turns. */
const failedAt = new Map<string, number>();

function hasFailedRecently({ key }: StudyRead): boolean {
  const at = failedAt.get(new URL(key).origin);
  return at !== undefined && performance.now() - at < FAILURE_TTL_MS;
}

/** Remembers how a host did; of the API it tells the pages, who may hold a copy before it has answered. */
function recordHostOutcome({ type, key }: StudyRead, isAnswered: boolean): void {
  const { origin } = new URL(key);
  if (isAnswered) failedAt.delete(origin);
  else failedAt.set(origin, performance.now());
  if (type === 'api') networkAsked.publish({ isAnswered });
}

/** The network's answer was none of the server's; it is passed on only where there is no copy. */
class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  constructor(readonly response: Response) {
    super(`Status ${response.status}`);
  }
}

/** A page that was left says nothing of the network, nor does a signature that is over. */
function isNetworks(error: unknown, request: Request, read: StudyRead): boolean {
  return !request.signal.aborted && !(error instanceof NetworkFailure && isRefusedFile(error.response, read));
}

/** What the page gets where there is neither an answer nor a copy. */
export const answerFailure: Plugin['handlerDidError'] = ({ error }) =>
  Promise.resolve(error instanceof NetworkFailure ? error.response : Response.error());

/** How copies are kept for an owner: under which key, what of an answer, and nothing once they are leaving. */
function keepFor(owner: OwnerKey): Plugin {
  return {
    cacheKeyWillBeUsed: ({ params }) => Promise.resolve((params as StudyRead).key),
    cacheWillUpdate: async ({ request, response }) => {
      const read = studyReadOf(request);
      if (!read || response.status !== 200 || (await isWiping(owner))) return null;
      return toResponse(toCopy(response, await response.arrayBuffer(), read));
    },
    // Signing out may have begun meanwhile: nothing stays behind.
    cacheDidUpdate: async ({ cacheName }) => {
      if (await isWiping(owner)) await caches.delete(cacheName);
    },
    handlerDidError: answerFailure,
  };
}

/** True when the picture was fetched in this very bucket: once per bucket is enough. */
function isOfThisBucket(copy: Response, read: StudyRead): boolean {
  return read.bucket !== undefined && copy.headers.get(CACHED_BUCKET_HEADER) === read.bucket;
}

function afterDelay(copy: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(copy), NETWORK_TIMEOUT_MS));
}

export class StudyStrategy extends Strategy {
  private readonly newer: DeferredLessons;

  constructor(private readonly owner: OwnerKey) {
    super({ cacheName: studyCacheName(owner), matchOptions: { ignoreVary: true }, plugins: [keepFor(owner)] });
    this.newer = new DeferredLessons(this.cacheName);
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const read = handler.params as StudyRead;
    const copy = await handler.cacheMatch(request).catch(() => undefined);
    if (copy && isOfThisBucket(copy, read)) return copy;
    const asked = this.ask(request, handler, read);
    if (!copy) return (await asked).response;
    const spare = copy.clone();
    // An answer that breaks off is none, where there is a copy, nor is one about something else.
    const freshOrCopy = asked
      .then(async ({ response, body }) => {
        const whole = await body;
        return response.status !== 200 || matchesRequest(read, whole) ? response : spare;
      })
      .catch(() => spare);
    void handler.waitUntil(freshOrCopy);
    return hasFailedRecently(read) ? copy : Promise.race([freshOrCopy, afterDelay(copy)]);
  }

  /** Asks the network; keeps what comes. @throws when there is no answer, or none of the server's. */
  private async ask(request: Request, handler: StrategyHandler, read: StudyRead): Promise<StreamedAnswer> {
    const noteFailure = (error: unknown) => isNetworks(error, request, read) && recordHostOutcome(read, false);
    try {
      const answer = await fetchWithStallTimeout(request, (sent) => handler.fetch(sent));
      if (!isServerAnswer(answer.response, read)) throw new NetworkFailure(answer.response);
      recordHostOutcome(read, true);
      answer.body.catch(noteFailure);
      // A device that is full keeps the older copy, and the queue goes first anyway.
      void handler.waitUntil(this.keep(request, handler, answer).catch(() => undefined));
      return answer;
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  }

  private async keep(request: Request, handler: StrategyHandler, { response, body }: StreamedAnswer): Promise<void> {
    const { status, headers, type } = response;
    const read = handler.params as StudyRead;
    if (isGone(response, read)) {
      this.newer.forget(read);
      await dropCopy(await caches.open(this.cacheName), read.key);
      await dropPrerenderedLessons(this.owner, ({ copies }) => copies.includes(read.key));
      return;
    }
    // An opaque image of 1 kB takes 7 MB of the quota: shown, never kept.
    if (status !== 200 || type === 'opaque') return;
    const whole = await body;
    if (!matchesRequest(read, whole)) return;
    await this.newer.take(read, whole, async () => {
      await handler.cachePut(request, new Response(whole, { headers }));
    });
  }
}
