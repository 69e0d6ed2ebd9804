/** `npm test`, `npm run test:e2e`, `npm run test:faults`, `npm run test:bombs`, `npm run test:restore` and `npm run bench`: installs what is missing, runs the checks in order, sums them up. */
import '../server/tooling/start/node-version.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildApp, ensureBuild } from '../server/tooling/start/app-build.mjs';
import { exitWith } from '../server/tooling/start/commands.mjs';
import { ensurePackages } from '../server/tooling/start/packages.mjs';
import { ensureChromium } from './run/chromium.mjs';
import { closingLine, readPlaywrightCounts, readVitestCounts } from './run/counts.mjs';
import { formatFaults, readPlaywrightFaults, readVitestFaults } from './run/faults.mjs';
import { elapsed, runShown, runSteps } from './run/steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'manabiba-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

/** @param {string[]} args of npm, in the project's folder @param {NodeJS.ProcessEnv} [env] */
const npm = (args, env) => runShown('npm', args, { cwd: root, env });

/** Neither keeps both cores busy alone. */
const check = {
  title: 'Types, lint and format',
  run: async () => {
    const both = ['typecheck', 'lint'].map((script) => npm(['run', '--silent', script]));
    return (await Promise.all(both)).every(Boolean);
  },
};

/** @param {string} title @param {string[]} [args] of vitest, such as a folder's name @param {NodeJS.ProcessEnv} [env] */
const unit = (title, args = [], env = {}) => ({
  title,
  run: () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`];
    return npm(['run', '--silent', 'test:unit', '--', ...reporters, ...args], env);
  },
});
const build = {
  title: 'Build',
  async run() {
    await ensureBuild(root, process.env, () => buildApp(root, console.log));
    return true;
  },
};

/**
 * @param {string[]} args of Playwright, such as a file's name or --project=phone
 * @param {Promise<string>} chromium
 * @param {NodeJS.ProcessEnv} [env]
 */
const endToEnd = (args, chromium, env) => ({
  title: 'End to end',
  run: async () =>
    runShown('npm', ['exec', '--', 'playwright', 'test', '--config', 'tests/playwright.config.ts', ...args], {
      cwd: root,
      env: { ...env, CHROMIUM_PATH: await chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    }),
});

/** @param {string[]} args the name of one of them, or nothing @param {Promise<string>} chromium */
const bench = (args, chromium) => ({
  title: 'Bench',
  run: async () =>
    runShown(process.execPath, ['tests/bench/run.mjs', ...args], { cwd: root, env: { CHROMIUM_PATH: await chromium } }),
});

/** @param {string[]} words from the command line */
function chooseSteps([part, ...args]) {
  // Installing one takes a while, in which the first steps do without; whoever needs it hears of a failure.
  const chromium = ensureChromium(root, process.env);
  chromium.catch(() => undefined);
  if (part === 'bench') return [build, bench(args, chromium)];
  if (part === 'e2e') return [build, endToEnd(args, chromium)];
  if (part === 'faults') {
    const soak = { HISTORIES: process.env.HISTORIES ?? '1000', LONG: '1' };
    const rooms = ['offline', 'device', 'queries', 'storage', 'server/faults'].map((room) => `tests/unit/${room}`);
    return [
      unit('Faults in node', ['-t', 'fault:', ...rooms, 'tests/trips'], soak),
      build,
      endToEnd(['e2e/offline', ...args], chromium),
    ];
  }
  if (part === 'restore') {
    return [unit('Restore', ['tests/unit/offline/healing'], { RESTORE_FACTS: '150' })];
  }
  if (part === 'bombs') {
    // `--slow 4`: on a processor slowed down four times.
    const at = args.indexOf('--slow');
    const [, slow = '1'] = at === -1 ? [] : args.splice(at, 2);
    const env = { BOMBS: 'all', SLOW: slow };
    return [build, endToEnd(['bombs', '--project=phone', '--workers=1', ...args], chromium, env)];
  }
  // What is long has commands of its own: `test:e2e` and, for faults, `test:faults`.
  const short = endToEnd(['--grep-invert', '@long'], chromium);
  return [check, unit('Unit tests and trips'), build, short];
}

async function run() {
  const startedAt = Date.now();
  await ensurePackages(root, console.log);
  const words = process.argv.slice(2);
  const failed = await runSteps(chooseSteps(words));
  if (words[0] === 'faults') {
    console.log(formatFaults([...readVitestFaults(vitestReport), ...readPlaywrightFaults(playwrightReport)]));
  }
  const counts = [readVitestCounts(vitestReport), readPlaywrightCounts(playwrightReport)];
  console.log(`\n${failed ? `FAILED: ${failed}` : 'All ok'}, ${elapsed(startedAt)}`);
  console.log(closingLine(counts));
  process.exitCode = failed ? 1 : 0;
}

process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
run().catch(exitWith);
