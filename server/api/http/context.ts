/** What every route has at hand. */
import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '@server/api/access/permissions';
import { placeOf } from '@server/api/auth/client-address';
import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import { type Context, Hono } from 'hono';

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** Its template, such as /api/v1/courses/:id: the paths themselves would be too many. */
  route: string;
  status: number;
  seconds: number;
}
export type CountRequest = (request: AnsweredRequest) => void;

/** What the routes are made with. */
export interface Services {
  config: Config;
  database: Database;
  /** Whether the disk of the embedded database has room for so many bytes more. */
  hasDiskSpaceFor: (bytes: number) => boolean;
  /** The state of the backups, as GET /readyz reports it; undefined without BACKUP_DIR. */
  backupHealth?: (() => Promise<string>) | undefined;
  /** Counts each answered request; undefined without METRICS=on. */
  countRequest?: CountRequest | undefined;
  /** Signs access tokens; made once, kept in the database. */
  signingKey: string;
  /** Signs the URLs of files; made once, too. */
  fileKey: string;
}

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; actor: Actor; actorId?: string };
}

export type AppContext = Context<AppEnv>;

/** A group of routes; '/courses' and '/courses/' are the same. */
export function createRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>({ strict: false });
}

/** Where whoever asks is, see `placeOf`; a proxy's word for the address counts only when the proxy is ours. */
export function clientPlace(context: AppContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return placeOf(forwarded || (context.env.incoming.socket.remoteAddress ?? 'unknown'));
}
