/**
 * `npm run prove`: runs simulated histories of the queue, prints one of them, or runs the mutants that they must catch.
 */
import { parseArgs } from 'node:util';

import { loadApp } from './bundle';
import { runHistory } from './history';
import { near } from './mutants';
import { far } from './mutants-far';
import { makeHistory } from './operations';
import { catchMutant, proveSeeds, describeFailure } from './prove';

/** The number of histories between two reports of progress. */
const REPORT_EVERY = 100;
/** The number of histories after which an uncaught mutant counts as missed. */
const MAX_MUTANT_SEEDS = 20_000;

const { values } = parseArgs({
  options: {
    /** The number of histories to run. */
    seeds: { type: 'string' },
    /** The seed of the one history to print; with `seeds` or `minutes` the first of several. */
    seed: { type: 'string' },
    /** A time limit instead of a number of histories. */
    minutes: { type: 'string' },
    /** True to run the mutants instead of histories. */
    mutants: { type: 'boolean' },
    /** Runs only the mutants whose names contain this text. */
    only: { type: 'string' },
  },
});
const first = Number(values.seed ?? 1);

/** Ignored: an unhandled rejection comes from a simulated page, as in a browser; the invariants show if it did harm. */
process.on('unhandledRejection', () => undefined);

async function printHistory(): Promise<boolean> {
  const run = await runHistory(await loadApp(), first, makeHistory(first), true);
  console.log(run.log.join('\n'));
  console.log(
    `seed ${first}: ${run.steps} steps, trace ${run.trace}: ${run.failure ? `✗ ${run.failure}` : 'all invariants hold'}`,
  );
  return run.failure === undefined;
}

/** Continues after a failing history, so that a long run finds all failures; their logs are printed at the end. */
async function prove(): Promise<boolean> {
  const load = await loadApp();
  const startedAt = Date.now();
  const end = values.minutes ? startedAt + Number(values.minutes) * 60_000 : Infinity;
  const count = Number(values.seeds ?? (values.minutes ? Infinity : 1000));
  let [done, steps] = [0, 0];
  const failing: number[] = [];
  while (done < count && Date.now() < end) {
    const proof = await proveSeeds(load, first + done, Math.min(REPORT_EVERY, count - done), end - Date.now());
    done += proof.histories;
    steps += proof.steps;
    if (proof.failing !== undefined) failing.push(proof.failing);
    const seconds = (Date.now() - startedAt) / 1000;
    const found = failing.length > 0 ? `, ✗ ${failing.join(', ')}` : '';
    console.log(
      `${done} histories, ${steps} steps, ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(1)} per second${found}`,
    );
  }
  for (const seed of failing) console.log(await describeFailure(load, seed));
  return failing.length === 0;
}

async function proveMutants(): Promise<boolean> {
  const chosen = [...near, ...far].filter(({ name }) => name.includes(values.only ?? ''));
  const sound = await loadApp();
  let missed = 0;
  for (const mutant of chosen) {
    const caught = await catchMutant(sound, mutant, first, Number(values.seeds ?? MAX_MUTANT_SEEDS));
    if (!caught) missed += 1;
    console.log(
      `${caught ? '✓' : '✗'} ${mutant.name}: ${caught ? `seed ${caught.seed}: ${caught.failure}` : 'missed'}`,
    );
  }
  console.log(`${chosen.length - missed} of ${chosen.length} mutants are caught`);
  return missed === 0;
}

const withLog = values.seed !== undefined && values.seeds === undefined && values.minutes === undefined;
const work = values.mutants ? proveMutants() : withLog ? printHistory() : prove();
process.exitCode = (await work) ? 0 : 1;
