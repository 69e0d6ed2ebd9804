/** Logs one line per request, without query, headers or body, so without secrets. */
import { randomUUID } from 'node:crypto';

import type { Config } from '@server/config';
import { say } from '@server/lib/log';
import { createMiddleware } from 'hono/factory';

import type { AppContext, AppEnv } from './context';

/** Accepted form of a proxy's X-Request-Id; anything else could forge log lines. */
const foreignId = /^[\w.:-]{1,64}$/;

/** Returns the proxy's request id, or a new one. */
function requestIdOf(context: AppContext): string {
  const given = context.req.header('X-Request-Id') ?? '';
  return foreignId.test(given) ? given : randomUUID().slice(0, 8);
}

/** Sets the request's id (X-Request-Id of the response), and logs the request when its response exists. */
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
    // Escape the path: it could forge log lines or contain terminal control codes.
    const path = encodeURI(context.req.path);
    const milliseconds = Math.round(performance.now() - startedAt);
    const actorId = context.get('actorId') ?? '-';
    const words = `${requestId} ${method} ${path} ${status} ${milliseconds}ms ${actorId}`;
    say(words, { requestId, method, path, status, milliseconds, actorId });
  });
}
