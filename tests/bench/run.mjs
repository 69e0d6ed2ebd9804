/**
 * `npm run bench [-- first-visit | ready | offline | packs | search | taps | server]`: measures the app against a
 * minimal app, and prints ratios. `copies`, `lighthouse`, `film`, `lists`, `rescore` and `pictures` run only if named.
 */
import { register } from 'tsx/esm/api';

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

const [part, target] = process.argv.slice(2);
if (part === undefined || part === 'server') await measureServer();
// `lists` and `rescore` run only if named, because filling the database takes minutes.
if (part === 'lists') await measureLists();
if (part === 'rescore') await measureRescore();
// `pictures` runs only if named, because it stores gigabytes.
if (part === 'pictures') await measurePictures(Number(target ?? 10_000));
if (!['server', 'lists', 'rescore', 'pictures'].includes(part ?? ''))
  await withStage(async (stage) => {
    /** @param {string} name */
    const isWanted = (name) => part === undefined || part === name;
    if (isWanted('first-visit')) await measureFirstVisit(stage);
    if (isWanted('ready')) await measureOfflineReady(stage);
    if (isWanted('offline')) await measureOffline(stage);
    if (isWanted('packs')) await measurePacks(stage);
    if (isWanted('search')) await measureSearch(stage);
    if (isWanted('taps')) await measureTaps(stage);
    // Run only if named: copies takes two minutes, lighthouse is downloaded by npx, and film writes a picture.
    if (part === 'duplicates') await measureDuplicates(stage);
    if (part === 'lighthouse') await measureLighthouse(stage);
    if (part === 'film') await makeFilmStrip(stage, target);
  });
