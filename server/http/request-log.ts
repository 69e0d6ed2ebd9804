/** One line a request: no query, header or body in it, so no secret either. */
import { randomUUID } from 'node:crypto';

import { createMiddleware } from 'hono/factory';

import type { AppEnv } from './context';

/** Gives each request an id, and logs it once it is answered. */
export function requestLog(isOn: boolean) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const requestId = randomUUID().slice(0, 8);
    const startedAt = performance.now();
    context.set('requestId', requestId);
    await next();
    context.header('X-Request-Id', requestId);
    if (!isOn) return;
    const { method, path } = context.req;
    const milliseconds = Math.round(performance.now() - startedAt);
    const actorId = context.get('actorId') ?? '-';
    // A path comes from outside: what could forge a line or move a terminal's cursor is escaped.
    const line = [
      new Date().toISOString(),
      requestId,
      method,
      encodeURI(path),
      context.res.status,
      `${milliseconds}ms`,
      actorId,
    ];
    console.log(line.join(' '));
  });
}
