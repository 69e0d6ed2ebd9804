/**
 * Rate limit of write requests per user. Its burst allowance lets through a whole replay of queued answers or a CSV
 * import.
 */
import { Problem } from '@server/api/shared/problem';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { AppEnv } from './context';

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** Length of the rate limit's window: all writes that are allowed in it may come at once. */
const BURST_SECONDS = 40;

/**
 * Answers 429 to write requests above the limit. Use it after `authenticate`. Each server instance counts on its own.
 */
export function limitWrites(writesPerSecond: number) {
  const limiter = new RateLimiterMemory({ points: writesPerSecond * BURST_SECONDS, duration: BURST_SECONDS });
  return createMiddleware<AppEnv>(async (context, next) => {
    if (!READ_METHODS.includes(context.req.method)) {
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
