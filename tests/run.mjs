/**
 * Runs `npm test` and the other test commands: installs missing packages and Chromium, runs the steps in order, and
 * prints the number of passed and failed tests as the last line.
 *
 * `node tests/run.mjs <command> [arguments for vitest, Playwright or the bench]`; the commands are the keys of
 * `commands`.
 */
import '../server/tooling/start/node-version.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildApp, ensureBuild } from '../server/tooling/start/app-build.mjs';
import { exitWith } from '../server/tooling/start/commands.mjs';
import { ensurePackages } from '../server/tooling/start/packages.mjs';
import { ensureChromium } from './run/chromium.mjs';
import { addEarlierCounts, closingLine, readPlaywrightCounts, readVitestCounts } from './run/counts.mjs';
import { ensureEngines, ENGINES } from './run/engines.mjs';
import { formatFaults, readPlaywrightFaults, readVitestFaults } from './run/faults.mjs';
import { elapsed, runShown, runSteps } from './run/steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'manabiba-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

/** Values of the environment variable TEST_SET, which tests/selection.ts reads. */
const [SHORT, REST, ALL] = [{ TEST_SET: 'short' }, { TEST_SET: 'rest' }, { TEST_SET: 'all' }];

/** @param {string[]} args of npm, in the project's folder @param {NodeJS.ProcessEnv} [env] */
const npm = (args, env) => runShown('npm', args, { cwd: root, env });

/**
 * Runs scripts of package.json at the same time, because neither type check nor lint keeps two cores busy.
 *
 * @param {string} title @param {string[]} scripts
 */
const scripts = (title, scripts) => ({
  title,
  run: async () => (await Promise.all(scripts.map((script) => npm(['run', '--silent', script])))).every(Boolean),
});

/** @param {string} title @param {string[]} args of vitest, such as a folder's name @param {NodeJS.ProcessEnv} env */
const unit = (title, args, env) => ({
  title,
  run: () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`];
    return npm(['run', '--silent', 'test:unit', '--', ...reporters, ...args], env);
  },
});

/** The bench measures what a deployed build sends. @param {'quick' | 'full'} compression */
const build = (compression) => ({
  title: 'Build',
  async run() {
    await ensureBuild(root, process.env, (chosen) => buildApp(root, console.log, chosen), compression);
    return true;
  },
});

/**
 * The path of a Chromium. It is installed while steps without a browser run; a failed installation is reported by the
 * first step that needs it.
 */
function startChromiumInstallation() {
  const chromium = ensureChromium(root, process.env);
  chromium.catch(() => undefined);
  return chromium;
}

/**
 * @param {string[]} args of Playwright, such as a file's name or --project=phone @param {NodeJS.ProcessEnv} env
 * @param {string} config
 */
function inBrowser(args, env, config = 'tests/playwright.config.ts') {
  const chromium = startChromiumInstallation();
  const playwright = ['exec', '--', 'playwright', 'test', '--config', config, ...args];
  const run = async () =>
    npm(playwright, { ...env, CHROMIUM_PATH: await chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport });
  return [build('quick'), { title: 'In browsers', run }];
}

/** The steps of each command. @type {Record<string, (args: string[]) => import('./run/steps.mjs').Step[]>} */
const commands = {
  /** `npm test` takes about five minutes on two cores (tests/selection.ts). */
  short: (args) => [
    scripts('Types, lint and format', ['typecheck', 'lint:quick']),
    unit('Unit tests and trips', args, SHORT),
    ...inBrowser(args, SHORT),
  ],
  /**
   * Runs all tests that `npm test` leaves out except the long ones; the argument `unit` or `browser` selects one half
   * of them.
   */
  rest: ([half]) => [
    ...(half === 'browser'
      ? []
      : [scripts('Lint with types', ['lint']), unit('Unit tests and trips: the rest', [], REST)]),
    ...(half === 'unit' ? [] : inBrowser([], REST)),
  ],
  all: (args) => [
    scripts('Types, lint and format', ['typecheck', 'lint']),
    unit('Unit tests and trips', args, ALL),
    ...inBrowser(args, ALL),
  ],
  e2e: (args) => inBrowser(args, ALL),
  /** `--engine=firefox` runs the trips in one engine. */
  engines(args) {
    const one = /^--engine=(.*)/;
    const chosen = args.flatMap((arg) => one.exec(arg)?.[1] ?? []);
    const others = args.filter((arg) => !one.test(arg));
    const engines = chosen.length > 0 ? chosen : ENGINES;
    const projects = engines.map((engine) => `--project=${engine}`);
    const install = async () => (await ensureEngines(root, engines), true);
    return [
      { title: 'Engines', run: install },
      ...inBrowser([...projects, ...others], {}, 'tests/engines/playwright.config.ts'),
    ];
  },
  faults(args) {
    const folders = ['offline', 'device', 'queries', 'storage', 'server/faults'].map((name) => `tests/unit/${name}`);
    const soak = { ...ALL, HISTORIES: process.env.HISTORIES ?? '1000' };
    return [
      unit('Faults in node', ['-t', 'fault:', ...folders, 'tests/trips'], soak),
      ...inBrowser(['e2e/offline', ...args], ALL),
    ];
  },
  histories: (args) => [
    unit('Completions after random histories', ['tests/unit/server/completion-histories.test.ts', ...args], {
      ...ALL,
      HISTORIES: process.env.HISTORIES ?? '1000',
    }),
  ],
  restore: () => [unit('Restore', ['tests/unit/offline/reconciliation'], { RESTORE_FACTS: '150' })],
  bombs(args) {
    // `--slow 4` draws the hostile texts on a processor slowed down four times.
    const at = args.indexOf('--slow');
    const [, slow = '1'] = at === -1 ? [] : args.splice(at, 2);
    return inBrowser(['bombs', '--project=phone', '--workers=1', ...args], { BOMBS: 'all', SLOW: slow });
  },
  bench(args) {
    const chromium = startChromiumInstallation();
    const run = async () =>
      runShown(process.execPath, ['tests/bench/run.mjs', ...args], {
        cwd: root,
        env: { CHROMIUM_PATH: await chromium },
      });
    return [build('full'), { title: 'Bench', run }];
  },
};

async function run() {
  const startedAt = Date.now();
  await ensurePackages(root, console.log, 'all');
  const [command = '', ...args] = process.argv.slice(2);
  const steps = commands[command];
  if (!steps) throw new Error(`Unknown command: ${command}. One of ${Object.keys(commands).join(', ')}.`);
  const failed = await runSteps(steps(args));
  if (command === 'faults') {
    console.log(formatFaults([...readVitestFaults(vitestReport), ...readPlaywrightFaults(playwrightReport)]));
  }
  const own = [readVitestCounts(vitestReport), readPlaywrightCounts(playwrightReport)];
  const counts = addEarlierCounts(process.env.TEST_COUNTS, own);
  console.log(`\n${failed ? `FAILED: ${failed}` : 'All ok'}, ${elapsed(startedAt)}`);
  console.log(closingLine(counts));
  process.exitCode = failed ? 1 : 0;
}

process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
run().catch(exitWith);
