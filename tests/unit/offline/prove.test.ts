/** Runs a short `npm run prove` (simulated histories of the queue), and tests the simulation itself. */
import { countFinds, loadApp } from '@tests/prove/bundle';
import { near } from '@tests/prove/mutants';
import { far } from '@tests/prove/mutants-far';
import { proveSeeds, runSeed, describeFailure } from '@tests/prove/prove';
import { shrink } from '@tests/prove/shrink';
import { expect, test } from 'vitest';

/** The number of histories, from the first seed on, and a time limit; `npm run prove` runs further seeds. */
const HISTORIES = Number(process.env.HISTORIES ?? 100);
const MAX_MS = process.env.HISTORIES ? Infinity : 8_000;

const load = await loadApp();

test('fault: random histories of two learners, three tabs and a worker, in which device, network, clocks and server fail → every saved call is on the server or on the device, once, under its owner, and every screen shows the truth', async () => {
  const { failing } = await proveSeeds(load, 1, HISTORIES, MAX_MS);
  expect(failing && (await describeFailure(load, failing))).toBeUndefined();
}, 3_600_000);

test('fault: the same histories behind a dialect that changes nothing → the same promise holds', async () => {
  const identity = new URL('../../support/dialects/identity.ts', import.meta.url).pathname;
  const translated = await loadApp(undefined, identity);
  const { failing } = await proveSeeds(translated, 1, 25, MAX_MS);
  expect(failing && (await describeFailure(translated, failing))).toBeUndefined();
}, 3_600_000);

test('a history run twice with the same seed takes the same steps', async () => {
  const seeds = [11, 12, 13];
  const runs = [];
  for (const seed of [...seeds, ...seeds]) runs.push(await runSeed(load, seed));
  const [first, again] = [runs.slice(0, 3), runs.slice(3)];
  expect(again).toEqual(first);
  expect(new Set(first.map(({ trace }) => trace)).size).toBe(3);
});

test('a failing history is shrunk to the operations that cause the failure', async () => {
  const history = Array.from({ length: 60 }, (_, index) => index);
  const shortest = await shrink(history, async (shorter) => shorter.includes(7) && shorter.includes(41));
  expect(shortest).toEqual([7, 41]);
});

test('the source text that a mutant replaces occurs exactly once in the source', () => {
  const mutants = [...near, ...far];
  expect(mutants.filter((mutant) => countFinds(mutant).some((finds) => finds !== 1)).map(({ name }) => name)).toEqual(
    [],
  );
  expect(mutants.length).toBeGreaterThanOrEqual(30);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
