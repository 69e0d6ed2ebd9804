/** Refuses what would be saved while the disk is nearly full; reading, signing in and deleting go on. */
import { Problem } from '@server/api/shared/problem';
import { createMiddleware } from 'hono/factory';

import type { AppEnv, Services } from './context';

const SAVING = ['POST', 'PUT', 'PATCH'];
const COME_AGAIN_SECONDS = 30;

/** To be asked behind the sign-in's own calls. */
export function requireDiskSpace({ hasDiskSpaceFor }: Pick<Services, 'hasDiskSpaceFor'>) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const bytes = Number(context.req.header('Content-Length') ?? 0);
    if (SAVING.includes(context.req.method) && !hasDiskSpaceFor(bytes)) {
      const detail = 'サーバーの空き容量が足りないため、いまは保存できません。担当者にお知らせください。';
      throw new Problem(507, detail, { retryAfterSeconds: COME_AGAIN_SECONDS });
    }
    await next();
  });
}
