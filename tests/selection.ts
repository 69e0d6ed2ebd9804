/**
 * Which tests `npm test` runs, for vitest and Playwright alike: the learner's work, and the rules of the device and the API.
 * `npm run test:all` runs all others too. Chosen by measured processor seconds (docs/decisions/0020).
 *
 * A new vitest file is part of `npm test` unless it is listed in `REST`; a new browser test is not unless its file is listed
 * in `SHORT_BROWSER_FILES`.
 */

/** `short`: what `npm test` runs. `rest`: everything else. `all`: both. Unset: all but vitest's `.long.test.ts`. */
export const testSet = process.env.TEST_SET;

/** Left to `npm run test:all`. Each line names a vitest project of tests/projects.ts. */
export const REST = {
  /** Texts at the bounds of what is drawn: 3 s of processor each, and the bounds change rarely. */
  components: ['markdown-bounds', 'math-bounds', 'markdown-pieces'].map((name) => `tests/unit/ui/${name}.test.tsx`),
  /**
   * What ends processes, breaks databases, builds or backs up: seconds of waiting each. And what asks every call hundreds
   * of times (guessing, hostile requests).
   */
  server: [
    ...['bundling', 'deploy', 'faults', 'start'].map((folder) => `tests/unit/server/${folder}/*.test.ts`),
    ...'backup backup-unavailable data-lock demo doctor full-disk hostile-requests open-pglite password-guessing process'
      .split(' ')
      .map((name) => `tests/unit/server/${name}.test.ts`),
  ],
  /** The server's tests a second time, on PostgreSQL. */
  postgres: ['tests/unit/server/*.test.ts'],
  /** The screens of editors and admins, and what only a minority of learners meets: most of the trips' seconds. */
  trips:
    'audit companies course-forms course-versions deleted-people file-sizes import-asks lesson-editor lesson-pictures lesson-preview lesson-versions newer-versions outline-editing people-table publishing question-set-editor question-set-keys question-set-list question-set-saving search-in-lessons search-keys search-opened search-read-in searched-people users users-csv'
      .split(' ')
      .map((name) => `tests/trips/${name}.test.ts`),
};

/** A project's files in the selected set. */
export function selectFiles({
  include,
  exclude = [],
  rest = [],
}: {
  include: string[];
  exclude?: string[];
  /** The part of `include` that `npm test` leaves out. */
  rest?: string[];
}): { include: string[]; exclude: string[] } {
  if (testSet === 'short') return { include, exclude: [...exclude, ...rest] };
  return { include: testSet === 'rest' ? rest : include, exclude };
}

/** The learner's journeys in Chromium: read, solve, study offline and replay, update, sign out, install. */
const SHORT_BROWSER_FILES = [
  'axe',
  'learn',
  'security',
  'solve',
  'offline/install',
  'offline/logout',
  'offline/reopen',
  'offline/senders',
  'offline/solve',
  'offline/two-people',
  'offline/updates',
  'offline/worker',
];

/** Tests in those files that `npm test` leaves out: a quarter of a minute each, or staff's screens. */
const NOT_SHORT_TAGS = '@long|@staff|@tablet';

/** Playwright's `grep`: it is matched against "project file titles tags". */
export function browserGrep(): RegExp {
  const short = `\\S+ (${SHORT_BROWSER_FILES.join('|')})\\.spec\\.ts (?!.*(${NOT_SHORT_TAGS}))`;
  if (testSet === 'short') return new RegExp(`^${short}`);
  return testSet === 'rest' ? new RegExp(`^(?!${short})`) : /./;
}
