/** Writes a first dialect from what a server answers (`npm run check-server -- … --init FILE`). */
import { snake } from '@/api/dialect/declared';
import type { Dialect } from '@/api/dialect/dialect';

import type { CheckOptions } from './arguments';
import { connect } from './connection';
import { checkErrors } from './error-checks';
import { joinRoles } from './finding';
import { applySteps, type Mend, mergeMends, toDialectFile, toErrorBy } from './mend';
import { checkOffline } from './offline-checks';
import { readAll } from './read-checks';
import { checkMissing, signIn } from './sign-in-checks';

/** Each round reads through what the rounds before have found: a list's items are seen only after its envelope. */
const MAX_ROUNDS = 5;

function toDialect({ answers = {}, toError, ...declared }: Mend): Dialect {
  const functions = Object.entries(answers).map(([call, steps]) => [
    call,
    (body: unknown, answered: Parameters<NonNullable<Dialect['toApp']>>[1]) => applySteps(steps, body, answered),
  ]);
  const read = toError && toErrorBy(toError);
  return {
    version: 'init',
    ...declared,
    ...(read && { toError: (body, { status }) => read(body, status) }),
    answers: Object.fromEntries(functions),
  };
}

/** Returns the names as the server's JSON has them. */
function asInJson({ names, ...mend }: Mend): Mend {
  if (!names || mend.keys !== 'snake') return { ...mend, ...(names && { names }) };
  const entries = Object.entries(names).map(([kind, ofKind]) => [
    kind,
    Object.fromEntries(Object.entries(ofKind).map(([name, theirs]) => [name, snake(theirs)])),
  ]);
  return { ...mend, names: Object.fromEntries(entries) };
}

/**
 * Reads a server as all given roles, and returns the text of a dialect that mends what it can.
 *
 * @param options with all passwords.
 */
export async function initDialect({ apiHost, logins, loginFields, origin, limitMs }: CheckOptions): Promise<string> {
  let mend: Mend = {};
  for (let round = 1; ; round += 1) {
    const connection = connect(apiHost, { origin, limitMs, dialect: toDialect(mend) });
    const signedIn = await Promise.all(logins.map((login) => signIn(connection, login, loginFields)));
    const askers = signedIn.flatMap(({ asker }) => asker ?? []);
    const readings = await Promise.all(askers.map((asker) => readAll(connection, asker)));
    const [first] = readings;
    const findings = joinRoles([
      ...signedIn.flatMap((one) => one.findings),
      ...readings.flatMap((reading) => [...reading.findings, ...checkOffline(reading)]),
      ...(await checkErrors(connection, readings)),
      ...(first ? await checkMissing(connection, first.asker, first.samples.of('lessons', 1)[0] ?? '') : []),
    ]);
    const next = mergeMends([mend, ...findings.flatMap((finding) => finding.mend ?? [])]);
    if (round < MAX_ROUNDS && JSON.stringify(next) !== JSON.stringify(mend)) {
      mend = next;
      continue;
    }
    const rest = findings.filter(({ state, mend: mended }) => state === 'fail' && !mended);
    const lines = rest.map(({ about, field, words, expected, found }) =>
      [about, field, expected ? `必要 ${expected}、実際 ${found}` : words].filter(Boolean).join(' '),
    );
    return toDialectFile(asInJson(mend), [...new Set(lines)]);
  }
}
