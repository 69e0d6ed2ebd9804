/** Runs all checks of `npm run check-server`. Without `--write` they write nothing to the server except sign-ins. */
import * as z from 'zod/mini';

import { contentUrlSchema, markdownTypes } from '@/api/files/contents';
import { parseUrl } from '@/lib/browser-gaps';
import { HOUR_MS, MINUTE_MS } from '@/lib/constants';

import type { CheckOptions } from './arguments';
import { connect, type Connection, type ServerAnswer } from './connection';
import { checkErrors } from './error-checks';
import { clean, type Finding, joinMends, joinRoles } from './finding';
import { checkOffline } from './offline-checks';
import { readAll, type ReadAnswer, type Reading } from './read-checks';
import { textIn } from './samples';
import { type Asker, checkForbidden, checkMissing, checkRefresh, checkUnauthorized, signIn } from './sign-in-checks';
import { checkAuthorWrites, checkLearnerWrites } from './write-checks';

const cors = 'CORS';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Methods that browsers allow without being named. */
const SAFELISTED = ['GET', 'POST'];

const listIn = ({ headers }: ServerAnswer, name: string) =>
  (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase());

/** Returns true if a response allows an origin. */
function allowsOrigin({ headers }: ServerAnswer, origin: string): boolean {
  const allowed = headers.get('Access-Control-Allow-Origin');
  return allowed === '*' || allowed === origin;
}

async function checkMethod(
  connection: Connection,
  origin: string,
  method: string,
  wanted: string[],
): Promise<string[]> {
  const answer = await connection.send('/courses/', {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': wanted.join(',') },
  });
  if (answer.status < 200 || answer.status > 299)
    return [`${method} の事前確認（OPTIONS）を ${answer.status} で断ります。`];
  if (!allowsOrigin(answer, origin)) return [`${method} の事前確認が --origin を許しません。`];
  const methods = listIn(answer, 'Access-Control-Allow-Methods');
  const headers = listIn(answer, 'Access-Control-Allow-Headers');
  const isAllowed = SAFELISTED.includes(method) || methods.includes(method.toLowerCase()) || methods.includes('*');
  // `*` does not cover Authorization.
  const missing = wanted.filter(
    (name) => !headers.includes(name) && (name === 'authorization' || !headers.includes('*')),
  );
  return [
    ...(isAllowed ? [] : [`Access-Control-Allow-Methods に ${method} がありません。`]),
    ...missing.map((name) => `Access-Control-Allow-Headers に ${name} がありません。`),
  ];
}

/**
 * Checks preflights of all methods, and a response itself.
 *
 * @param origin the app's.
 * @param abilities the server's capabilities.
 */
async function checkCors(
  connection: Connection,
  origin: string | undefined,
  abilities: readonly string[],
): Promise<Finding[]> {
  if (origin === undefined)
    return [
      {
        state: 'skip',
        about: cors,
        words: '--origin にアプリの https://… を付けると調べます（アプリと別のホストのとき）。',
      },
    ];
  const wanted = [
    'authorization',
    'content-type',
    ...(abilities.includes('idempotency-key') ? ['idempotency-key'] : []),
  ];
  const refused = await Promise.all(METHODS.map((method) => checkMethod(connection, origin, method, wanted)));
  const findings = [...new Set(refused.flat())].map((words): Finding => ({ state: 'fail', about: cors, words }));
  const answer = await connection.send('/info/');
  if (!allowsOrigin(answer, origin))
    findings.push({
      state: 'fail',
      about: cors,
      words: '応答に --origin を許す Access-Control-Allow-Origin がありません。',
    });
  const exposed = listIn(answer, 'Access-Control-Expose-Headers');
  const hidden = ['Date', 'Retry-After'].filter(
    (name) => !exposed.includes(name.toLowerCase()) && !exposed.includes('*'),
  );
  if (hidden.length > 0)
    findings.push({
      state: 'warn',
      about: cors,
      words: `Access-Control-Expose-Headers に ${hidden.join('、')} がありません。待ち時間か時計の補正が効きません。`,
    });
  return findings.length > 0 ? findings : [{ state: 'pass', about: cors, words: 'すべてのメソッドを許します。' }];
}

const files = 'ファイル';
const picture = /!\[[^\]]*\]\(\s*<?([^)\s>]+)/g;
const MAX_PICTURES = 3;

const urlOf = (body: unknown, apiHost: string) => {
  const { data } = z.safeParse(contentUrlSchema, body);
  return data === undefined ? undefined : parseUrl(data, apiHost);
};

/** Judges the file behind a URL. */
function judgeFile(
  url: URL,
  file: ServerAnswer,
  isText: boolean,
  { apiHost, origin }: { apiHost: string; origin?: string },
): Finding[] {
  const findings: Finding[] = [];
  const fail = (words: string) => findings.push({ state: 'fail', about: files, words });
  const { contentType } = file.head;
  const kind = isText ? 'レッスンの文章' : '画像';
  if (!file.ok)
    return [
      {
        state: 'fail',
        about: files,
        words: `${kind}の URL が ${file.status} を返します。トークンなしで読める URL にしてください。`,
      },
    ];
  const fits = isText ? markdownTypes.test(contentType) : /^image\//i.test(contentType);
  if (!fits)
    fail(
      `${kind}の Content-Type が ${clean(contentType) || '空'} です。${isText ? 'text/markdown' : 'image/…'} にしてください。`,
    );
  if (origin && url.origin !== origin && !allowsOrigin(file, origin))
    fail(`${kind}のファイルに --origin を許す Access-Control-Allow-Origin がありません。端末に保存されません。`);
  if (url.origin !== apiHost)
    findings.push({
      state: 'warn',
      about: files,
      words: `ファイルは別のホストにあります。CONTENT_HOST=${clean(url.origin)} でビルドしてください。`,
    });
  return findings;
}

/** Reads the pictures of a markdown text. */
async function checkPictures(
  connection: Connection,
  reading: Reading,
  text: string,
  origin?: string,
): Promise<Finding[]> {
  const sources = [...text.matchAll(picture)].map(([, source = '']) => source);
  const findings: Finding[] = sources.some((source) => !/^(?:content:|https?:|data:)/i.test(source))
    ? [
        {
          state: 'warn',
          about: files,
          words:
            '文章に相対パスの画像があります。アプリのホストに求めるので、表示されません。content:ID か https の URL にしてください。',
        },
      ]
    : [];
  const ids = sources.flatMap((source) => /^content:([A-Za-z0-9_-]{1,64})/.exec(source)?.[1] ?? []);
  for (const id of ids.slice(0, MAX_PICTURES)) {
    const answer = await connection.send(`/content/${id}`, { bearer: reading.asker.bearer });
    const url = answer.ok ? urlOf(answer.body, connection.apiHost) : undefined;
    if (url)
      findings.push(
        ...judgeFile(url, await connection.download(url.href), false, { apiHost: connection.apiHost, origin }),
      );
    else
      findings.push({
        state: 'fail',
        about: files,
        words: `文章の画像（content:ID）の GET /content/{id} が ${answer.status} で、URL を返しません。`,
      });
  }
  return findings;
}

/** Reads the texts of lessons, and their pictures. */
async function checkFiles(connection: Connection, reading: Reading, origin?: string): Promise<Finding[]> {
  const idsIn = (ofCall: string, field: string) =>
    reading.answers.flatMap(({ call, body }) => (call === ofCall ? (textIn(body, field) ?? []) : []));
  const textIds = idsIn('GET /lessons/{id}', 'contentId');
  const known = new Set([...textIds, ...idsIn('GET /courses/{id}', 'thumbnailContentId')]);
  const answers = reading.answers.filter(
    ({ call, params }) => call === 'GET /content/{id}' && known.has(params[0] ?? ''),
  );
  const findings: Finding[] = [];
  for (const { params, body } of answers) {
    const url = urlOf(body, connection.apiHost);
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      findings.push({ state: 'fail', about: files, words: 'GET /content/{id} が http(s) の URL を返しません。' });
      continue;
    }
    const isText = textIds.includes(params[0] ?? '');
    const file = await connection.download(url.href, isText ? { Accept: 'text/markdown' } : {});
    findings.push(...judgeFile(url, file, isText, { apiHost: connection.apiHost, origin }));
    if (isText && file.ok) findings.push(...(await checkPictures(connection, reading, file.text, origin)));
  }
  if (answers.length === 0) return [{ state: 'skip', about: files, words: '調べるものがありません。' }];
  return findings.length > 0 ? findings : [{ state: 'pass', about: files, words: 'トークンなしで読めます。' }];
}

/** Tolerated difference of clocks, ms. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;
const about = '日時';
const withoutZone = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/;
/** Fields of the past: dates by which something is due are in the future. */
const ofPast = /(?:updated|created|read|studied|submitted|received|completed|answered)At$/i;

const offsetOf = (ahead: number) => `+${String(Math.ceil((ahead - MAX_AHEAD_MS) / HOUR_MS)).padStart(2, '0')}:00`;

/** Returns how far the newest timestamp, read as UTC, is ahead of the response's `Date`, ms. */
function aheadOf({ timestamps, headers }: ReadAnswer, hasNoZone: boolean): number {
  const date = Date.parse(headers.get('Date') ?? '');
  const past = timestamps.filter(({ field, text }) => ofPast.test(field) && withoutZone.test(text) === hasNoZone);
  return Math.max(
    0,
    ...past.map(({ text }) => Date.parse(hasNoZone ? `${text.replace(' ', 'T')}Z` : text) - date || 0),
  );
}

/** Names the fields with dates without zone. */
function checkZones(answers: readonly ReadAnswer[]): Finding[] {
  const fields = answers.flatMap(({ call, timestamps }) =>
    timestamps.filter(({ text }) => withoutZone.test(text)).map(({ field }) => `${call} ${field}`),
  );
  if (fields.length === 0) return [];
  const ahead = Math.max(...answers.map((answer) => aheadOf(answer, true)));
  const isWrong = ahead > MAX_AHEAD_MS;
  const words = isWrong
    ? `時差のない日時が、UTC とみなすと Date より先です。API_TIME_OFFSET=${offsetOf(ahead)} でビルドしてください。`
    : '時差のない日時です。UTC とみなします（ほかの時差なら API_TIME_OFFSET）。';
  return [...new Set(fields)].map((field) => ({ state: isWrong ? 'fail' : 'warn', about, words, field }));
}

/** Checks the server's clock, and all dates that the answers have. */
function checkDates(answers: readonly ReadAnswer[], now: number): Finding[] {
  const [first] = answers;
  if (!first) return [];
  const date = Date.parse(first.headers.get('Date') ?? '');
  const findings = checkZones(answers);
  if (Number.isNaN(date))
    findings.push({ state: 'warn', about, words: 'Date ヘッダーがありません。端末の時計を正せません。' });
  else if (Math.abs(date - now) > MAX_AHEAD_MS)
    findings.push({ state: 'warn', about, words: 'サーバーの Date が、このコンピューターの時計と5分以上違います。' });
  if (Math.max(...answers.map((answer) => aheadOf(answer, false))) > MAX_AHEAD_MS)
    findings.push({
      state: 'warn',
      about,
      words: '過ぎたはずの日時が、サーバーの Date より先です。時差の書き方を確かめてください。',
    });
  if (answers.every(({ timestamps }) => timestamps.length === 0))
    findings.push({ state: 'skip', about, words: '読める日時がないため、時差を確かめられません。' });
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: '時差があり、Date と合っています。' }];
}

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
