/** `npm run bench [-- first-visit | offline]`: measures the app against a floor beside it, and prints ratios. */
import { register } from 'tsx/esm/api';

// The tests' server and its template are TypeScript.
register();
// Ended by hand: the exit handlers take server and folder away.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const { withStage } = await import('./stage.mjs');
const { measureFirstVisit } = await import('./first-visit.mjs');
const { measureOffline } = await import('./offline.mjs');

const [part] = process.argv.slice(2);
await withStage(async (stage) => {
  if (part !== 'offline') await measureFirstVisit(stage);
  if (part !== 'first-visit') await measureOffline(stage);
});
