/** Runs random histories, as many and from which seed the environment says. */
import fc from 'fast-check';

import { Device } from './histories';
import { history, type Operation, quietOperations } from './operations';

/** Runs one history. @throws when the model is broken. */
export async function runHistory(operations: readonly Operation[]): Promise<void> {
  const device = await Device.start();
  for (const each of operations) {
    await device.apply(each);
    if (!quietOperations.has(each.op)) await device.check();
  }
  await device.finish();
}

/** Runs this share of the histories, and prints the seed that repeats them; says what was wrong, '' for nothing. */
export async function runHistories(share: number, of: number): Promise<string> {
  const all = Number(process.env.HISTORIES ?? 2000);
  const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647) + share;
  const numRuns = Math.ceil(all / of);
  console.log(`${numRuns} random histories; SEED=${seed - share} repeats them`);
  const details = await fc.check(fc.asyncProperty(history, runHistory), { seed, numRuns });
  return fc.defaultReportMessage(details) ?? '';
}
