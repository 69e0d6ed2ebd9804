/** What every route has at hand. */
import type { HttpBindings } from '@hono/node-server';
import { placeOf } from '@server/api/auth/client-address';
import type { Metrics } from '@server/api/metrics';
import type { Actor } from '@server/api/permissions';
import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import type { BackupHealth } from '@server/ops/backup/keep-backups';
import { type Context, Hono } from 'hono';

/** What the routes are made with. */
export interface Services {
  config: Config;
  database: Database;
  /** Whether the disk of the embedded database has room for so many bytes more. */
  hasDiskSpaceFor: (bytes: number) => boolean;
  /** How the backups are; undefined without BACKUP_DIR. */
  backupHealth?: (() => Promise<BackupHealth>) | undefined;
  /** With METRICS=on. */
  metrics?: Metrics | undefined;
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
