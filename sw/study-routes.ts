/**
 * Registers Workbox routes for cached content: one for each type of read, all handled by the strategy of the request's
 * owner. Which requests these are: src/offline/copies/study-cache.ts.
 */
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

import { type StudyRead, studyReadOf } from '@/offline/copies/study-cache';
import { bearerHeader, type OwnerKey, ownerKey, readSession } from '@/session/session';

import { answerFailure, StudyStrategy } from './study-strategy';

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
  const owner = await ownerOf(options.event as FetchEvent);
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
