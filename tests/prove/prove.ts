/** The proof: histories by their seeds, what they came to, and the mistakes that they must catch. */
import { type AppFactory, loadApp } from './bundle';
import { type Run, runHistory } from './history';
import type { Mutant } from './mutants';
import { makeHistory } from './operations';
import { shrink } from './shrink';

/** Runs the history of a seed. */
export function runSeed(load: AppFactory, seed: number): Promise<Run> {
  return runHistory(load, seed, makeHistory(seed));
}

/** A history that fails, as short as it can be, in sentences. */
export async function tellFailure(load: AppFactory, seed: number): Promise<string> {
  const kindOf = ({ failure }: Run) => failure?.replaceAll(/[\da-f-]{36}|\d+/g, '');
  const kind = kindOf(await runSeed(load, seed));
  const shortest = await shrink(
    makeHistory(seed),
    async (shorter) => kindOf(await runHistory(load, seed, shorter)) === kind,
  );
  const { story, failure } = await runHistory(load, seed, shortest, true);
  return [`Seed ${seed}, ${shortest.length} operations:`, ...story, `✗ ${failure}`].join('\n');
}

/** What came of the histories of many seeds. */
export interface Proof {
  histories: number;
  steps: number;
  /** The first seed that fails; undefined where all hold. */
  failing: number | undefined;
}

/**
 * Runs histories until they are all run, one fails, or the time is over.
 *
 * @param first the first seed; the others follow it. @param most how long, in ms.
 */
export async function proveSeeds(load: AppFactory, first: number, count: number, most = Infinity): Promise<Proof> {
  const startedAt = Date.now();
  const proof: Proof = { histories: 0, steps: 0, failing: undefined };
  while (proof.histories < count && Date.now() - startedAt < most) {
    const seed = first + proof.histories;
    const { steps, failure } = await runSeed(load, seed);
    proof.histories += 1;
    proof.steps += steps;
    if (failure !== undefined) return { ...proof, failing: seed };
  }
  return proof;
}

/** The first seed that catches a mistake, and what it says; undefined where none does. What fails without the mistake, too, says nothing. */
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
