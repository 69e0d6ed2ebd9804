/** Runs histories by their seeds, and the mutants that they must catch. */
import { type AppFactory, loadApp } from './bundle';
import { type Run, runHistory } from './history';
import type { Mutant } from './mutants';
import { makeHistory } from './operations';
import { shrink } from './shrink';

/** Makes and runs the history of a seed. */
export function runSeed(load: AppFactory, seed: number): Promise<Run> {
  return runHistory(load, seed, makeHistory(seed));
}

/** Reduces the failing history of a seed to the operations it needs, and returns its log as text. */
export async function describeFailure(load: AppFactory, seed: number): Promise<string> {
  const kindOf = ({ failure }: Run) => failure?.replaceAll(/[\da-f-]{36}|\d+/g, '');
  const kind = kindOf(await runSeed(load, seed));
  const shortest = await shrink(
    makeHistory(seed),
    async (shorter) => kindOf(await runHistory(load, seed, shorter)) === kind,
  );
  const { log, failure } = await runHistory(load, seed, shortest, true);
  return [`Seed ${seed}, ${shortest.length} operations:`, ...log, `✗ ${failure}`].join('\n');
}

/** The result of running the histories of many seeds. */
export interface Proof {
  histories: number;
  steps: number;
  /** The first seed that fails; undefined if all pass. */
  failing: number | undefined;
}

/**
 * Runs histories of consecutive seeds until one fails or the time is over.
 *
 * @param first the first seed. @param maxMs the time limit in ms, checked between histories.
 */
export async function proveSeeds(load: AppFactory, first: number, count: number, maxMs = Infinity): Promise<Proof> {
  const startedAt = Date.now();
  const proof: Proof = { histories: 0, steps: 0, failing: undefined };
  while (proof.histories < count && Date.now() - startedAt < maxMs) {
    const seed = first + proof.histories;
    const { steps, failure } = await runSeed(load, seed);
    proof.histories += 1;
    proof.steps += steps;
    if (failure !== undefined) return { ...proof, failing: seed };
  }
  return proof;
}

/**
 * Returns the first seed that catches a mutant; undefined if there is none. A seed that fails without the mutant, too,
 * does not count.
 */
export async function catchMutant(
  sound: AppFactory,
  mutant: Mutant,
  first: number,
  count: number,
): Promise<{ seed: number; failure: string } | undefined> {
  const load = await loadApp(mutant);
  for (let seed = first; seed < first + count; seed += 1) {
    const { failure } = await runSeed(load, seed);
    if (failure !== undefined && (await runSeed(sound, seed)).failure === undefined) return { seed, failure };
  }
  return undefined;
}
