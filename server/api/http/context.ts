/** Types that all routes share: services, request context, and the client's address. */
import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '@server/api/access/permissions';
import { hashAddress } from '@server/api/auth/client-address';
import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import { type Context, Hono } from 'hono';

/** The metrics of one answered request. */
export interface AnsweredRequest {
  method: string;
  /** The route's template, such as /api/v1/courses/:id: real paths would be too many labels. */
  route: string;
  status: number;
  seconds: number;
}
export type CountRequest = (request: AnsweredRequest) => void;

/** Services that routes and middleware use. */
export interface Services {
  config: Config;
  database: Database;
  /** Returns true if the disk of the embedded database has room for this many more bytes. */
  hasDiskSpaceFor: (bytes: number) => boolean;
  /** The state of the backups, as GET /readyz reports it; undefined without BACKUP_DIR. */
  backupHealth?: (() => Promise<string>) | undefined;
  /** Counts each answered request; undefined without METRICS=on. */
  countRequest?: CountRequest | undefined;
  /** Signs access tokens. */
  signingKey: string;
  /** Signs the URLs of files. */
  fileKey: string;
}

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; actor: Actor; actorId?: string };
}

export type AppContext = Context<AppEnv>;

/** Creates a group of routes in which '/courses' and '/courses/' are the same. */
export function createRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>({ strict: false });
}

/** Returns the hash of the client's address, see `hashAddress`. X-Forwarded-For counts only with TRUST_PROXY=on. */
export function clientAddressHash(context: AppContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return hashAddress(forwarded || (context.env.incoming.socket.remoteAddress ?? 'unknown'));
}
