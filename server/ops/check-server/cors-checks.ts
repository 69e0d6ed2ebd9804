/** Checks that a browser lets the app at another origin call the API (CORS). */
import type { Connection, ServerAnswer } from './connection';
import type { Finding } from './finding';

const about = 'CORS';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Methods that browsers allow without being named. */
const SAFELISTED = ['GET', 'POST'];

const listIn = ({ headers }: ServerAnswer, name: string) =>
  (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase());

/** Returns true if a response allows an origin. */
export function allowsOrigin({ headers }: ServerAnswer, origin: string): boolean {
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
export async function checkCors(
  connection: Connection,
  origin: string | undefined,
  abilities: readonly string[],
): Promise<Finding[]> {
  if (origin === undefined)
    return [
      { state: 'skip', about, words: '--origin にアプリの https://… を付けると調べます（アプリと別のホストのとき）。' },
    ];
  const wanted = [
    'authorization',
    'content-type',
    ...(abilities.includes('idempotency-key') ? ['idempotency-key'] : []),
  ];
  const refused = await Promise.all(METHODS.map((method) => checkMethod(connection, origin, method, wanted)));
  const findings = [...new Set(refused.flat())].map((words): Finding => ({ state: 'fail', about, words }));
  const answer = await connection.send('/info/');
  if (!allowsOrigin(answer, origin))
    findings.push({ state: 'fail', about, words: '応答に --origin を許す Access-Control-Allow-Origin がありません。' });
  const exposed = listIn(answer, 'Access-Control-Expose-Headers');
  const hidden = ['Date', 'Retry-After'].filter(
    (name) => !exposed.includes(name.toLowerCase()) && !exposed.includes('*'),
  );
  if (hidden.length > 0)
    findings.push({
      state: 'warn',
      about,
      words: `Access-Control-Expose-Headers に ${hidden.join('、')} がありません。待ち時間か時計の補正が効きません。`,
    });
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: 'すべてのメソッドを許します。' }];
}
