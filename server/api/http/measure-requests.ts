/** Counts and times every request by its route's template. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';

import type { AppContext, AppEnv, CountRequest } from './context';

/** What is no call of the API: the app, its files, and what is not there. */
const OTHERS = 'app';

/** The template of the route that a request was for, whoever answered it. */
function routeOf(context: AppContext): string {
  const path = matchedRoutes(context).find(({ method }) => method !== 'ALL')?.path;
  return path?.replace(/(.)\/$/, '$1') ?? OTHERS;
}

/** To be asked around all others. */
export function measureRequests(count: CountRequest) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const startedAt = performance.now();
    await next();
    const seconds = (performance.now() - startedAt) / 1000;
    count({ method: context.req.method, route: routeOf(context), status: context.res.status, seconds });
  });
}
