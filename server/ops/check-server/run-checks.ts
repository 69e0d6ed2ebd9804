/** Runs all checks of `npm run check-server`. Without `--write` they write nothing to the server except sign-ins. */
import type { CheckOptions } from './arguments';
import { connect, type Connection } from './connection';
import { checkFiles } from './content-checks';
import { checkCors } from './cors-checks';
import { checkDates } from './date-checks';
import { checkErrors } from './error-checks';
import { type Finding, joinMends, joinRoles } from './finding';
import { checkOffline } from './offline-checks';
import { readAll, type Reading } from './read-checks';
import { type Asker, checkForbidden, checkMissing, checkRefresh, checkUnauthorized, signIn } from './sign-in-checks';
import { checkAuthorWrites, checkLearnerWrites } from './write-checks';

async function checkAs(connection: Connection, asker: Asker): Promise<{ reading: Reading; findings: Finding[] }> {
  const reading = await readAll(connection, asker);
  const [lesson = ''] = reading.samples.of('lessons', 1);
  const findings = [
    ...reading.findings,
    ...(await checkMissing(connection, asker, lesson)),
    ...(await checkForbidden(connection, asker)),
    ...checkOffline(reading),
  ];
  return { reading, findings };
}

/** Writes as the learner, and as the first role that may edit courses. */
async function checkWrites(
  connection: Connection,
  readings: readonly Reading[],
  left: Set<string>,
): Promise<Finding[]> {
  const learner = readings.find(({ asker }) => asker.role === 'STUDENT');
  // Some servers let STAFF read courses only.
  const [author] = ['TEACHER', 'ADMIN', 'STAFF'].flatMap((role) => readings.filter(({ asker }) => asker.role === role));
  const findings = [
    ...(learner ? await checkLearnerWrites(connection, learner) : []),
    ...(author ? await checkAuthorWrites(connection, author, left) : []),
  ];
  const rest = [...left].map((words): Finding => ({
    state: 'fail',
    about: '後片付け',
    words: `残っています: ${words}`,
  }));
  return [...findings, ...rest];
}

/**
 * Checks a server.
 *
 * @param options with all passwords.
 * @param left receives what was made and is not deleted yet.
 */
export async function checkServer(options: CheckOptions, left = new Set<string>()): Promise<Finding[]> {
  const { apiHost, logins, loginFields, origin } = options;
  const connection = connect(apiHost, { origin, limitMs: options.limitMs });
  const signedIn = await Promise.all(logins.map((login) => signIn(connection, login, loginFields)));
  const askers = signedIn.flatMap(({ asker }) => asker ?? []);
  const [first] = askers;
  const refreshed = first ? await checkRefresh(connection, first) : [];
  const checked = await Promise.all(askers.map((asker) => checkAs(connection, asker)));
  const readings = checked.map(({ reading }) => reading);
  const [oneReading] = readings;
  const all = joinRoles([
    ...signedIn.flatMap(({ findings }) => findings),
    ...refreshed,
    ...checked.flatMap(({ findings }) => findings),
    ...checkDates(
      readings.flatMap(({ answers }) => answers),
      Date.now(),
    ),
    ...(oneReading ? await checkFiles(connection, oneReading, origin) : []),
    ...(await checkUnauthorized(connection)),
    ...(await checkErrors(connection, readings)),
    ...(options.write ? await checkWrites(connection, readings, left) : []),
    ...(await checkCors(connection, origin, first?.abilities ?? [])),
  ]);
  return joinMends(all);
}
