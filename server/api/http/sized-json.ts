/**
 * Sets Content-Length on JSON responses, so that `compress` skips short ones: compressing them costs more than the
 * call.
 */
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { AppEnv } from './context';

/** Replaces `context.json`, so that JSON responses have a Content-Length; use it before the routes. */
export const sizedJson = createMiddleware<AppEnv>(async (context, next) => {
  const answer = (value: unknown, status?: ContentfulStatusCode): Response => {
    const text = JSON.stringify(value);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
    return context.body(text, status, headers);
  };
  context.json = answer as unknown as typeof context.json;
  await next();
});
