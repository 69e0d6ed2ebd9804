/**
 * Selects the tests that `npm test` runs, for vitest and Playwright alike: the learner's work, and the rules of the
 * device and the API. `npm run test:all` runs all others too. Chosen by measured processor seconds
 * (docs/decisions/0020).
 *
 * A new vitest file is part of `npm test` unless it is listed in `REST_FILES`; a new browser test is not unless its
 * file is listed in `SHORT_BROWSER_FILES`.
 */

/**
 * The selected set. `short`: the tests of `npm test`. `rest`: all others but the long tests (`@long`, `.long.test.ts`).
 * `all`: every test. Unset: all but vitest's `.long.test.ts`.
 */
export const testSet = process.env.TEST_SET;

/** Files that only `npm run test:all` runs, by the vitest projects of tests/projects.ts. */
export const REST_FILES = {
  /**
   * Tests of texts at the limits of what is rendered, of tables and forms, and of prerendered markup: 3 s of processor
   * time each.
   */
  components: [
    ...['data-table', 'form-frame', 'markdown-bounds', 'math-bounds', 'markdown-pieces'].map(
      (name) => `tests/unit/ui/${name}.test.tsx`,
    ),
    'tests/unit/features/prerender/write-markup.test.tsx',
  ],
  /**
   * Tests that compare the search with a naive implementation on generated texts, and that run the compiler a second
   * time for older browsers.
   */
  rules: [
    'tests/unit/study/search-oracle.test.ts',
    'tests/unit/study/search-pairs.test.ts',
    'tests/unit/architecture/browsers.test.ts',
  ],
  /**
   * Tests of devices against a restored server or with an earlier build's records, of the pictures in saved courses, of
   * details of replay, and of copies whose connection is lost at each call: 5 to 17 s of processor time each.
   */
  device: [
    'tests/unit/offline/reconciliation/restore.test.ts',
    'tests/unit/offline/packs/course-pack-images.test.ts',
    'tests/unit/offline/device-of-80a7736.test.ts',
    'tests/unit/offline/queue/replay-probing.test.ts',
    'tests/unit/queries/duplicate-job.test.ts',
    'tests/unit/queries/duplicate-lost-connections.test.ts',
  ],
  /**
   * Tests that kill processes, break databases, build or back up; that call every endpoint hundreds of times; and that
   * look at staff's lists, file storage and limits.
   */
  server: [
    ...['bundling', 'deploy', 'faults', 'start'].map((folder) => `tests/unit/server/${folder}/*.test.ts`),
    ...'accounts-at-start audit backup backup-unavailable check-server check-server-init check-server-styles check-server-writes client-times company-figures completion-histories completion-pieces completions-migration concurrent-pairs concurrent-writes content-lists course-figures course-history curriculum-saving data-lock demo doctor draft-content file-bytes file-sizes full-disk hostile-requests idempotent-creates log open-pglite password-guessing pending-work pglite-maintenance picture-access postgres-version process rescore rescore-keys search-columns-migration searched-lists trash trash-effects trash-migration uploads versions'
      .split(' ')
      .map((name) => `tests/unit/server/${name}.test.ts`),
  ],
  /** The server's tests, which run a second time on PostgreSQL. */
  postgres: ['tests/unit/server/*.test.ts'],
  /**
   * Tests of editors' and admins' screens, and of learners' screens on which no work can be lost: they take most of the
   * whole-app tests' time.
   */
  trips:
    'account assignments audit companies company-report duplicates course-forms course-table course-versions deleted-people display editor-panes editors-walk errors eviction file-sizes full-view given-focus gone-lessons home import-asks import-company import-other-files installed kept-focus layout lenient-answers lesson-editor lesson-editor-tools lesson-pictures lesson-preview lesson-versions lesson-voice library lost-answers lost-answers-in-place menus names-for-translators new-passwords newer-versions openable outline-drafts outline-editing outline-screens own-page own-server packs paths people-in-bulk people-table person-assignments person-gaps plain-server primary-buttons profile publish-checks publishing question-files question-set-editor question-set-saving question-stats record record-of-one-course rescore saved-words search search-at-once search-empty search-in-lessons search-keys search-opened search-read-in searched-people service shared-files shuffled-choices small-screens spaced-review start-guard sync-panel text-versions trash users users-csv wrong-again'
      .split(' ')
      .map((name) => `tests/trips/${name}.test.ts`),
};

/** Returns a project's files in the selected set. */
export function selectFiles({
  include,
  exclude = [],
  rest = [],
}: {
  include: string[];
  exclude?: string[];
  /** Returns the subset of the files in `include` that `npm test` leaves out. */
  rest?: string[];
}): { include: string[]; exclude: string[] } {
  if (testSet === 'short') return { include, exclude: [...exclude, ...rest] };
  return { include: testSet === 'rest' ? rest : include, exclude };
}

/** The learner's journeys in Chromium: read, solve, study offline and replay, update, sign out, install. */
export const SHORT_BROWSER_FILES = [
  'axe',
  'learn',
  'security',
  'solve',
  'offline/install',
  'offline/logout',
  'offline/senders',
  'offline/solve',
  'offline/two-people',
  'offline/updates',
];

/**
 * Tests that `npm test` leaves out although their files are in the short set: tests of about 15 s, of staff's screens,
 * of larger windows, and of details.
 */
const NOT_SHORT_TAGS = '@long|@staff|@tablet|@detail';

/** Playwright's `grep`, which is matched against "project file titles tags". */
export function browserGrep(): RegExp {
  const short = `phone (${SHORT_BROWSER_FILES.join('|')})\\.spec\\.ts (?!.*(${NOT_SHORT_TAGS}))`;
  if (testSet === 'short') return new RegExp(`^${short}`);
  return testSet === 'rest' ? new RegExp(`^(?!${short})(?!.*@long)`) : /./;
}
