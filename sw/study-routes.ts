/**
 * Registers Workbox routes for cached content: one for each type of read, all handled by the strategy of the request's owner. Which
 * requests these are: src/offline/copies/study-cache.ts.
 */
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

import { type StudyRead, studyReadOf } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';

import { ownerOf } from './request-owner';
import { answerFailure, StudyStrategy } from './study-strategy';

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
