/** One line a request: no query, header or body in it, so no secret either. */
import { randomUUID } from 'node:crypto';

import type { Config } from '@server/config';
import { say } from '@server/lib/log';
import { createMiddleware } from 'hono/factory';

import type { AppContext, AppEnv } from './context';

/** What a proxy may call a request; anything else could forge a line. */
const foreignId = /^[\w.:-]{1,64}$/;

/** The id that a proxy gave it, or one of ours. */
function requestIdOf(context: AppContext): string {
  const given = context.req.header('X-Request-Id') ?? '';
  return foreignId.test(given) ? given : randomUUID().slice(0, 8);
}

/** Gives each request an id, which its answer names, and logs it once it is answered. */
export function requestLog(log: Config['log']) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const requestId = requestIdOf(context);
    const startedAt = performance.now();
    context.set('requestId', requestId);
    await next();
    context.res.headers.set('X-Request-Id', requestId);
    if (log === 'off') return;
    const { method } = context.req;
    const { status } = context.res;
    // A path comes from outside: what could forge a line or move a terminal's cursor is escaped.
    const path = encodeURI(context.req.path);
    const milliseconds = Math.round(performance.now() - startedAt);
    const actorId = context.get('actorId') ?? '-';
    const words = `${requestId} ${method} ${path} ${status} ${milliseconds}ms ${actorId}`;
    say(words, { requestId, method, path, status, milliseconds, actorId });
  });
}
