/** Says how long each answer is: what is short is then left as it is, for compressing it costs more than the call. */
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { AppEnv } from './context';

/** To be asked before whoever answers by `context.json`. */
export const sizedJson = createMiddleware<AppEnv>(async (context, next) => {
  const answer = (value: unknown, status?: ContentfulStatusCode): Response => {
    const text = JSON.stringify(value);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
    return context.body(text, status, headers);
  };
  context.json = answer as unknown as typeof context.json;
  await next();
});
