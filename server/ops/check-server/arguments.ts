/** Reads the arguments and environment variables of `npm run check-server`. */
import { parseArgs } from 'node:util';

import type { Role } from '@server/api/access/permissions';
import { ConfigError, type Environment } from '@server/lib/environment';

/** A user as whom the server is checked. */
export interface Login {
  role: Role;
  username: string;
  /** From the environment; undefined: it must be asked for. */
  password?: string;
}

export interface CheckOptions {
  /** The origin of the server, without a slash at its end. */
  apiHost: string;
  logins: Login[];
  /** The origin of the app, for CORS. */
  origin?: string;
  json: boolean;
  /** Limit of the whole check, ms. */
  limitMs?: number;
  /** True to write too, as a test learner and as an author. */
  write: boolean;
  /** The file for a first dialect. */
  init?: string;
  /** The login's further fields, as the build reads them from the environment. */
  loginFields: Record<string, string>;
}

const USAGE =
  '使い方: npm run check-server -- https://api.example.com --student ユーザー名 [--staff …] [--teacher …] [--admin …] [--origin https://app.example.com] [--dialect FILE | --init FILE] [--write] [--json]';
const roleFlags = { student: 'STUDENT', staff: 'STAFF', teacher: 'TEACHER', admin: 'ADMIN' } as const;
const loginFields = ['grant_type', 'scope', 'client_id', 'client_secret'];
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Returns the origin in a URL.
 *
 * @throws {ConfigError} unless it is https or this computer: the password is sent there.
 */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL.test(url.hostname));
  const isBare = url && /^\/?$/.test(url.pathname) && !url.username && !url.password && !url.search && !url.hash;
  if (!url || !isSafe || !isBare)
    throw new ConfigError(
      `${text} は使えません。https://api.example.com の形（http は localhost だけ）で指定してください。`,
    );
  return url.origin;
}

function parse(args: readonly string[]) {
  const name = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        student: name,
        staff: name,
        teacher: name,
        admin: name,
        origin: name,
        dialect: name,
        init: name,
        json: flag,
        write: flag,
      },
    });
  } catch {
    throw new ConfigError(USAGE);
  }
}

/** Reads the arguments. @throws {ConfigError} with one line if they are incomplete or unsafe. */
export function readArguments(args: readonly string[], env: Environment): CheckOptions {
  const { positionals, values } = parse(args);
  const [address] = positionals;
  const logins = Object.entries(roleFlags).flatMap(([flag, role]) => {
    const username = values[flag as keyof typeof roleFlags];
    const password = env[`CHECK_PASSWORD_${role}`] ?? env.CHECK_PASSWORD;
    return username ? [{ role, username, password }] : [];
  });
  if (!address || positionals.length > 1 || logins.length === 0 || (values.init && values.dialect))
    throw new ConfigError(USAGE);
  const given = loginFields.flatMap((field): [string, string][] => {
    const value = env[`LOGIN_${field.toUpperCase()}`];
    return value ? [[field, value]] : [];
  });
  return {
    apiHost: readOrigin(address),
    logins,
    origin: values.origin === undefined ? undefined : readOrigin(values.origin),
    json: values.json ?? false,
    write: values.write ?? false,
    init: values.init,
    loginFields: Object.fromEntries(given),
  };
}
