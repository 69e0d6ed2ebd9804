/**
 * `npm run bench [-- PART …]`: measures the app against a minimal app, and prints ratios. Parts: `first-visit`,
 * `ready`, `offline`, `packs`, `search`, `taps`, `server`; only if named also `duplicates`, `lighthouse`, `film`,
 * `lists`, `rescore` and `pictures`.
 */
import { register } from 'tsx/esm/api';

/** @import {Stage} from './stage.mjs' */

// Registers a loader, because the tests' server and its template are TypeScript.
register();
// `process.exit` runs the exit handlers, which remove server and folder.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const { withStage } = await import('./stage.mjs');
const { measureDuplicates } = await import('./duplicates.mjs');
const { measureFirstVisit } = await import('./first-visit.mjs');
const { measureLists } = await import('./lists.mjs');
const { measureOffline } = await import('./offline.mjs');
const { measureOfflineReady } = await import('./offline-ready.mjs');
const { measurePacks } = await import('./packs.mjs');
const { measureSearch } = await import('./search.mjs');
const { measureLighthouse } = await import('./lighthouse.mjs');
const { makeFilmStrip } = await import('./film-strip.mjs');
const { measureServer } = await import('./server.ts');
const { measureRescore } = await import('./rescore.ts');
const { measurePictures } = await import('./stored-pictures.ts');
const { measureTaps } = await import('./taps.mjs');

const targetOf = (/** @type {string} */ part) => asked[asked.indexOf(part) + 1];
/** Parts that start a server of their own. @type {Record<string, () => Promise<void>>} */
const alone = {
  server: measureServer,
  lists: measureLists,
  rescore: measureRescore,
  pictures: () => measurePictures(Number(targetOf('pictures') ?? 10_000)),
};
/** Parts that measure the built app. @type {Record<string, (stage: Stage) => Promise<void>>} */
const staged = {
  'first-visit': measureFirstVisit,
  ready: measureOfflineReady,
  offline: measureOffline,
  packs: measurePacks,
  search: measureSearch,
  taps: measureTaps,
  duplicates: measureDuplicates,
  lighthouse: measureLighthouse,
  film: (stage) => makeFilmStrip(stage, targetOf('film')),
};
/** Parts that run only if named: they take minutes or gigabytes, download with npx, or write a picture. */
const onlyNamed = ['lists', 'rescore', 'pictures', 'duplicates', 'lighthouse', 'film'];

const asked = process.argv.slice(2);
const parts = [...Object.keys(alone), ...Object.keys(staged)];
const wanted =
  asked.length > 0 ? parts.filter((part) => asked.includes(part)) : parts.filter((part) => !onlyNamed.includes(part));
if (wanted.length === 0) throw new Error(`Unknown part: ${asked.join(' ')}. Parts: ${parts.join(', ')}.`);
for (const part of wanted) await alone[part]?.();
if (wanted.some((part) => staged[part]))
  await withStage(async (stage) => {
    for (const part of wanted) await staged[part]?.(stage);
  });
