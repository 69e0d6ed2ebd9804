/** Refuses writes with 507 while the disk is nearly full; reading, signing in and deleting continue. */
import { Problem } from '@server/api/shared/problem';
import { createMiddleware } from 'hono/factory';

import type { AppEnv, Services } from './context';

const SAVE_METHODS = ['POST', 'PUT', 'PATCH'];
const RETRY_AFTER_SECONDS = 30;

/**
 * Refuses writes while the disk is nearly full. Use it after the routes of sign-in, so that administrators can sign in
 * and delete files.
 */
export function requireDiskSpace({ hasDiskSpaceFor }: Pick<Services, 'hasDiskSpaceFor'>) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const bytes = Number(context.req.header('Content-Length') ?? 0);
    if (SAVE_METHODS.includes(context.req.method) && !hasDiskSpaceFor(bytes)) {
      const detail = 'サーバーの空き容量が足りないため、いまは保存できません。担当者にお知らせください。';
      throw new Problem(507, detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await next();
  });
}
