/** Counts and times every request by its route's template. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';

import type { AppContext, AppEnv, CountRequest } from './context';

/** The metrics label of all requests outside the API: the app, its files, unknown paths. */
const OTHER_ROUTES = 'app';

/** Returns the template of the matched route, even if a middleware answered instead of the route. */
function routeOf(context: AppContext): string {
  const path = matchedRoutes(context).find(({ method }) => method !== 'ALL')?.path;
  return path?.replace(/(.)\/$/, '$1') ?? OTHER_ROUTES;
}

/** Measures duration and status. Use it as the outermost middleware. */
export function measureRequests(count: CountRequest) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const startedAt = performance.now();
    await next();
    const seconds = (performance.now() - startedAt) / 1000;
    count({ method: context.req.method, route: routeOf(context), status: context.res.status, seconds });
  });
}
