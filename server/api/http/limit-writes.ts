/** So many writes a person: a device gone wild holds up nobody else. A whole replay or import goes on under it, in bursts. */
import { Problem } from '@server/api/shared/problem';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { AppEnv } from './context';

const READING = ['GET', 'HEAD', 'OPTIONS'];
/** A burst is what may come in this time, at once. */
const BURST_SECONDS = 40;

/** To be asked behind `authenticate`; each instance counts for itself. */
export function limitWrites(writesPerSecond: number) {
  const limiter = new RateLimiterMemory({ points: writesPerSecond * BURST_SECONDS, duration: BURST_SECONDS });
  return createMiddleware<AppEnv>(async (context, next) => {
    if (!READING.includes(context.req.method)) {
      await limiter.consume(context.get('actor').id).catch((refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.ceil(refused.msBeforeNext / 1000);
        const detail = `短い時間に多くの書き込みがありました。${retryAfterSeconds}秒後に、もう一度お試しください。`;
        throw new Problem(429, detail, { retryAfterSeconds });
      });
    }
    await next();
  });
}
