/** What is studied, as Workbox routes: one for each kind of content, all answered by the strategy of whoever asks. */
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

import { type StudyRead, studyReadOf } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';

import { ownerOf } from './request-owner';
import { answerFailure, StudyStrategy } from './study-strategy';

type RouteHandler = Extract<Parameters<typeof registerRoute>[1], (...options: never[]) => unknown>;
type Matcher = Extract<Parameters<typeof registerRoute>[0], (...options: never[]) => unknown>;

/** A strategy has one cache, and each owner has one. */
const strategies = new Map<string, StudyStrategy>();

function strategyOf(owner: OwnerKey): StudyStrategy {
  const strategy = strategies.get(owner) ?? new StudyStrategy(owner);
  strategies.set(owner, strategy);
  return strategy;
}

/** Where nobody can tell whose it is, nothing is kept and no copy is shown. */
const unowned = new NetworkOnly({ plugins: [{ handlerDidError: answerFailure }] });

const answer: RouteHandler = async (options) => {
  const owner = await ownerOf(options.event as FetchEvent);
  return (owner ? strategyOf(owner) : unowned).handle(options);
};

/** Matches the reads of one kind; what it answers is the strategy's `params`. */
function readsOf(type: StudyRead['type']): Matcher {
  return ({ request }) => {
    const read = studyReadOf(request);
    return read?.type === type ? read : undefined;
  };
}

/** Serves what is studied. */
export function serveStudy(): void {
  registerRoute(readsOf('api'), answer);
  registerRoute(readsOf('markdown'), answer);
  registerRoute(readsOf('image'), answer);
}
