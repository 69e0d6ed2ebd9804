/** Signs in once per role, and checks sessions and refusals. */
import type { Role } from '@server/api/access/permissions';
import { calls } from '@server/api/contract/calls';

import { loginTokenSchema, tokenSchema } from '@/api/authorize';
import { subjectOf } from '@/api/dialect/further-gets';

import type { CheckOptions } from './arguments';
import type { Connection, ServerAnswer } from './connection';
import type { Finding } from './finding';
import { judgeAnswer, judgeBody } from './judge-answer';
import type { Mend } from './mend';
import { textIn } from './samples';

/** A signed-in user. */
export interface Asker {
  role: Role;
  bearer: string;
  refreshToken?: string;
  /** The id in GET /me/, as a string; undefined if there is none. */
  userId?: string;
  companyId?: string;
  /** The capabilities that GET /info/ names. */
  abilities: readonly string[];
}

const COOKIE_WORDS =
  'クッキーでログインさせます。アプリはクッキーを送りません。access_token と token_type を JSON で返してください（dialect では直せません）。';

async function readAsker(connection: Connection, role: Role, token: ServerAnswer): Promise<Asker> {
  const bearer = `${textIn(token.body, 'token_type')} ${textIn(token.body, 'access_token')}`;
  const [me, info] = await Promise.all(['/me/', '/info/'].map((path) => connection.send(path, { bearer })));
  const { abilities } = Object(info?.body) as { abilities?: unknown };
  return {
    role,
    bearer,
    refreshToken: textIn(token.body, 'refresh_token'),
    userId: textIn(me?.body, 'id') ?? subjectOf(bearer),
    companyId: textIn(me?.body, 'companyId') ?? textIn(me?.body, 'company_id'),
    abilities: Array.isArray(abilities) ? abilities.map(String) : [],
  };
}

/** Signs in with one password. @returns no asker if the app could not sign in either. */
export async function signIn(
  connection: Connection,
  { role, username, password = '' }: CheckOptions['logins'][number],
  loginFields: Record<string, string>,
): Promise<{ asker?: Asker; findings: Finding[] }> {
  const about = 'POST /authorize';
  const answer = await connection.send('/authorize', { method: 'POST', form: { username, password, ...loginFields } });
  if (answer.status === 401 && !answer.gateway)
    return {
      findings: [{ state: 'fail', about, words: 'このユーザー名とパスワードではログインできません。', roles: [role] }],
    };
  const hasCookie = answer.ok && answer.headers.has('Set-Cookie') && textIn(answer.body, 'access_token') === undefined;
  const found = hasCookie
    ? [{ state: 'fail' as const, about, words: COOKIE_WORDS }]
    : (judgeAnswer(about, answer) ?? judgeBody(about, answer, loginTokenSchema));
  const findings = found.map((finding) => ({ ...finding, roles: [role] }));
  if (findings.some(({ state }) => state === 'fail')) return { findings };
  return { asker: await readAsker(connection, role, answer), findings };
}

/** Refreshes the access token twice: the app keeps the refresh token of the sign-in. */
export async function checkRefresh(connection: Connection, { role, refreshToken, userId }: Asker): Promise<Finding[]> {
  const about = 'POST /token';
  const roles = [role];
  if (!refreshToken)
    return [
      {
        state: 'skip',
        about,
        words: '/authorize に refresh_token がありません。期限が切れるたびにログインします。',
        roles,
      },
    ];
  const json = { refresh_token: refreshToken, grant_type: 'refresh_token' };
  const first = await connection.send('/token', { method: 'POST', json });
  const findings = judgeAnswer(about, first) ?? judgeBody(about, first, tokenSchema);
  if (findings.some(({ state }) => state === 'fail')) return findings.map((finding) => ({ ...finding, roles }));
  const second = await connection.send('/token', { method: 'POST', json });
  if (!second.ok)
    return [
      {
        state: 'fail',
        about,
        words: `同じ refresh_token の2回目を断ります（${second.status}）。アプリは同じものを使い続けるので、ログアウトになります。`,
        roles,
      },
    ];
  const bearer = `${textIn(second.body, 'token_type')} ${textIn(second.body, 'access_token')}`;
  const me = await connection.send('/me/', { bearer });
  if ((textIn(me.body, 'id') ?? subjectOf(bearer)) !== userId)
    return [{ state: 'fail', about, words: '新しい access_token で GET /me/ が同じ利用者を返しません。', roles }];
  return findings.map((finding) => ({ ...finding, roles }));
}

/** Checks that an invalid token is refused with 401 in the API's error shape. */
export async function checkUnauthorized(connection: Connection): Promise<Finding[]> {
  const about = '401';
  const answer = await connection.send('/me/', { bearer: 'Bearer check-server' });
  const { status, gateway } = answer;
  if (status !== 401)
    return [
      {
        state: 'fail',
        about,
        words: `無効なトークンの GET /me/ が ${status} です。401 を返さないと、トークンを更新できません。`,
      },
    ];
  if (!gateway) return [{ state: 'pass', about, words: '無効なトークンを 401 で断ります。' }];
  if (answer.text !== '') return [noErrorBody(about, 'GET /me/', answer)];
  const words =
    '401 に本文がありません。トークンは更新しますが、更新もできないときに、期限切れか別の応答かをアプリが見分けられません。';
  return [{ state: 'warn', about, words }];
}

/** Returns what lets the app read a refusal of another form. */
function mendRefusal({ status, body }: ServerAnswer): Mend | undefined {
  const { status: named, statusCode = named, message, error } = Object(body) as Record<string, unknown>;
  const field = typeof message === 'string' ? 'message' : typeof error === 'string' ? 'error' : undefined;
  if (statusCode === status && (field ?? message) !== undefined) return { errors: 'spring' };
  return field && { toError: field };
}

function noErrorBody(about: string, call: string, answer: ServerAnswer): Finding {
  const mend = mendRefusal(answer);
  return {
    state: 'fail',
    about,
    words: `${call} の ${answer.status} に、エラーの本文（problem+json か detail のある JSON）がありません。アプリはサーバーの返事とみなしません。`,
    ...(mend && { mend }),
  };
}

/** Returns an id like another one that nothing has. */
function unusedId(known: string): string {
  if (/^\d+$/.test(known)) return '999999999';
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(known)
    ? '00000000-0000-4000-8000-000000000000'
    : 'no-such-id';
}

/** Checks that a lesson that does not exist is refused with 404. @param knownId the id of a lesson. */
export async function checkMissing(connection: Connection, asker: Asker, knownId: string): Promise<Finding[]> {
  const about = '404';
  const roles = [asker.role];
  const answer = await connection.send(`/lessons/${unusedId(knownId)}`, { bearer: asker.bearer });
  const { status, gateway, endsWithSlash } = answer;
  // Named at the other calls.
  if (endsWithSlash !== undefined) return [];
  if (![403, 404, 410].includes(status))
    return [
      {
        state: 'fail',
        about,
        words: `ないレッスンの GET が ${status} です。404 を返さないと、削除が端末に伝わりません。`,
        roles,
      },
    ];
  if (gateway) return [{ ...noErrorBody(about, 'ないレッスンの GET', answer), roles }];
  return [{ state: 'pass', about, words: 'ないものを 404 で断ります。', roles }];
}

/** Checks that a list which the role may not read is refused, and the session stays. */
export async function checkForbidden(connection: Connection, { role, bearer }: Asker): Promise<Finding[]> {
  const about = '403';
  const roles = [role];
  const forbidden = calls.find(
    (call) => call.isList && !call.ability && call.roles !== 'anyone' && !call.roles.includes(role),
  );
  if (!forbidden) return [];
  const name = `GET ${forbidden.path}`;
  const answer = await connection.send(forbidden.path, { bearer });
  const { status, ok, gateway } = answer;
  if (status === 401)
    return [
      {
        state: 'fail',
        about,
        words: `${name} を 401 で断ります。権限がないときは 403 を返さないと、ログアウトになります。`,
        roles,
      },
    ];
  if (ok)
    return [
      {
        state: 'warn',
        about,
        words: `${name} をこの役割にも返します。画面は隠しますが、守れるのはサーバーだけです。`,
        roles,
      },
    ];
  if (gateway) return [{ ...noErrorBody(about, name, answer), roles }];
  return [{ state: 'pass', about, words: `権限のない ${name} を ${status} で断ります。`, roles }];
}
