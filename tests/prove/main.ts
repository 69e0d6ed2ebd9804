/** `npm run prove`: simulated histories of the queue, one seed told as a story, or the mistakes that they must catch. */
import { parseArgs } from 'node:util';

import { loadApp } from './bundle';
import { runHistory } from './history';
import { near } from './mutants';
import { far } from './mutants-far';
import { makeHistory } from './operations';
import { catchMutant, proveSeeds, tellFailure } from './prove';

/** Every so many histories it says how far it is. */
const TOLD_EVERY = 100;
/** So many histories a mistake has to survive to count as missed. */
const MUTANT_SEEDS = 20_000;

const { values } = parseArgs({
  options: {
    /** How many histories. */
    seeds: { type: 'string' },
    /** One history, told whole; or the first of several. */
    seed: { type: 'string' },
    /** So many minutes instead of so many histories. */
    minutes: { type: 'string' },
    /** The mistakes; those whose names hold a text. */
    mutants: { type: 'boolean' },
    only: { type: 'string' },
  },
});
const first = Number(values.seed ?? 1);

/** An error that nobody waited for is the page's own, as in a browser; the invariants tell whether it did harm. */
process.on('unhandledRejection', () => undefined);

async function tellSeed(): Promise<boolean> {
  const run = await runHistory(await loadApp(), first, makeHistory(first), true);
  console.log(run.story.join('\n'));
  console.log(
    `seed ${first}: ${run.steps} steps, trace ${run.trace}: ${run.failure ? `✗ ${run.failure}` : 'all holds'}`,
  );
  return run.failure === undefined;
}

/** Goes on past a failing history: an hour tells of all that it finds, the stories last. */
async function prove(): Promise<boolean> {
  const load = await loadApp();
  const startedAt = Date.now();
  const end = values.minutes ? startedAt + Number(values.minutes) * 60_000 : Infinity;
  const count = Number(values.seeds ?? (values.minutes ? Infinity : 1000));
  let [done, steps] = [0, 0];
  const failing: number[] = [];
  while (done < count && Date.now() < end) {
    const proof = await proveSeeds(load, first + done, Math.min(TOLD_EVERY, count - done), end - Date.now());
    done += proof.histories;
    steps += proof.steps;
    if (proof.failing !== undefined) failing.push(proof.failing);
    const seconds = (Date.now() - startedAt) / 1000;
    const found = failing.length > 0 ? `, ✗ ${failing.join(', ')}` : '';
    console.log(
      `${done} histories, ${steps} steps, ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(1)} a second${found}`,
    );
  }
  for (const seed of failing) console.log(await tellFailure(load, seed));
  return failing.length === 0;
}

async function proveTheProof(): Promise<boolean> {
  const meant = [...near, ...far].filter(({ name }) => name.includes(values.only ?? ''));
  const sound = await loadApp();
  let missed = 0;
  for (const mutant of meant) {
    const caught = await catchMutant(sound, mutant, first, Number(values.seeds ?? MUTANT_SEEDS));
    if (!caught) missed += 1;
    console.log(
      `${caught ? '✓' : '✗'} ${mutant.name}: ${caught ? `seed ${caught.seed}: ${caught.failure}` : 'missed'}`,
    );
  }
  console.log(`${meant.length - missed} of ${meant.length} mistakes are caught`);
  return missed === 0;
}

const isTold = values.seed !== undefined && values.seeds === undefined && values.minutes === undefined;
const work = values.mutants ? proveTheProof() : isTold ? tellSeed() : prove();
process.exitCode = (await work) ? 0 : 1;
