/** The HTTP application: API, content files, health checks, the built app. */
import { createOpenApi } from '@server/api/contract/openapi';
import { pingDatabase } from '@server/db/database';
import { unavailableCause, type DatabaseUnavailableError } from '@server/db/database-unavailable';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { methodNotAllowed } from 'hono/method-not-allowed';

import { IDEMPOTENCY_KEY_HEADER } from '@/api/shapes';
import { DAY_MS, NETWORK_LOGIN_PATH, SECOND_MS } from '@/lib/constants';
import { redirectTarget } from '@/lib/redirect-target';

import { authenticate } from './http/authenticate';
import { type AppContext, type AppEnv, createRoutes, type Services } from './http/context';
import { limitWrites } from './http/limit-writes';
import { measureRequests } from './http/measure-requests';
import { problemResponse } from './http/problem-response';
import { requestLog } from './http/request-log';
import { requireDiskSpace } from './http/require-disk-space';
import { securityHeaders } from './http/security-headers';
import { sizedJson } from './http/sized-json';
import { assignmentRoutes } from './routes/assignments';
import { auditRoutes } from './routes/audit';
import { authorizeRoutes } from './routes/authorize';
import { companyRoutes } from './routes/companies';
import { contentRoutes } from './routes/contents';
import { chapterRoutes, courseRoutes, lessonRoutes, questionSetRoutes, sectionRoutes } from './routes/curriculum';
import { fileRoutes } from './routes/files';
import { progressRoutes } from './routes/progress';
import { serviceRoutes } from './routes/service';
import { submitRoutes } from './routes/submits';
import { trashRoutes } from './routes/trash';
import { userRoutes } from './routes/users';
import { conflict, notFound, Problem } from './shared/problem';
import { serveApp } from './static/serve-app';

const DAY_SECONDS = DAY_MS / SECOND_MS;

/** Allows requests from the other origins that may serve the app (CORS, ALLOWED_ORIGINS). */
function allowOrigins(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', IDEMPOTENCY_KEY_HEADER],
    exposeHeaders: ['Date', 'Retry-After'],
    maxAge: DAY_SECONDS,
  });
}

const neverStored = createMiddleware<AppEnv>(async (context, next) => {
  await next();
  context.res.headers.set('Cache-Control', 'no-store');
});

/** The routes of the calls with a bearer header. */
const callRoutes = [
  serviceRoutes,
  courseRoutes,
  sectionRoutes,
  chapterRoutes,
  lessonRoutes,
  questionSetRoutes,
  contentRoutes,
  submitRoutes,
  progressRoutes,
  userRoutes,
  companyRoutes,
  assignmentRoutes,
  auditRoutes,
  trashRoutes,
];

/** Mounts the API calls below /api/v1: those of specification §7 and this server's additions. */
function apiRoutes(services: Services) {
  const routes = createRoutes()
    .use(neverStored, sizedJson)
    .route('/', authorizeRoutes(services))
    .get('/openapi.json', (context) => context.json(createOpenApi()))
    .use(authenticate(services), limitWrites(services.config.writesPerSecond), requireDiskSpace(services));
  for (const routesOf of callRoutes) routes.route('/', routesOf(services));
  return routes;
}

/** Range of Retry-After in seconds while the database is unavailable. A random value spreads the clients' retries. */
const RETRY_SECONDS = { min: 2, max: 4 };

/**
 * Returns the refusal for an unavailable database: 503 if the call did nothing, 504 if the outcome of a write is
 * unknown. After a 504 the client must reread, or repeat the call.
 */
function unavailableProblem({ isUnknown }: DatabaseUnavailableError): Problem {
  if (isUnknown) return new Problem(504, '保存できたかどうか、確かめられませんでした。');
  const { min, max } = RETRY_SECONDS;
  const retryAfterSeconds = min + Math.floor(Math.random() * (max - min + 1));
  return new Problem(503, 'データベースにつながりません。少し待ってから、もう一度お試しください。', {
    retryAfterSeconds,
  });
}

const CONCURRENT_CHANGE = 'ほかの人が、同時に変更または削除しました。もう一度開いてください。';

/**
 * Returns true for a foreign key (23503) or unique (23505) violation: another request deleted or created the row
 * meanwhile.
 */
function isConcurrentChange(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^2350[35]$/.test((error as { code?: string }).code ?? '') || isConcurrentChange(error.cause);
}

/** Turns a thrown error into an HTTP response. The response to an unexpected error shows only the request's id. */
function answerError(error: Error, context: AppContext): Response {
  // Clear the caching headers that were set for a successful response: an error response must not be cached.
  for (const name of ['Cache-Control', 'ETag']) context.header(name);
  if (error instanceof Problem) return problemResponse(error);
  const requestId = context.get('requestId');
  const unavailable = unavailableCause(error);
  if (unavailable) {
    complain(`${requestId} ${unavailable.message}`, { requestId });
    return problemResponse(unavailableProblem(unavailable));
  }
  complain(`${requestId} ${describeError(error)}`, { requestId });
  if (isConcurrentChange(error)) return problemResponse(conflict(CONCURRENT_CHANGE));
  return problemResponse(new Problem(500, `時間をおいて、もう一度お試しください（番号 ${requestId}）。`));
}

/** Answers 405 if the path exists, but only for other methods. */
function refuseMethod(_context: AppContext, methods: string[]): Response {
  return problemResponse(new Problem(405, 'この操作には対応していません。'), { Allow: methods.join(', ') });
}

/**
 * Creates the application. The order of the middleware matters: log and headers around everything, then API, files, and
 * the app for the rest.
 */
export function createApp(services: Services) {
  const { config, database } = services;
  const app = createRoutes();
  const startedAt = new Date().toISOString();
  app.onError(answerError);
  app.notFound(() => problemResponse(notFound()));
  if (services.countRequest) app.use(measureRequests(services.countRequest));
  app.use(requestLog(config.log), securityHeaders(config));
  for (const paths of ['/api/*', '/files/*']) {
    if (config.allowedOrigins.length > 0) app.use(paths, allowOrigins(config.allowedOrigins));
    app.use(paths, compress());
  }
  // Registered after `compress`, so that the 405 response that replaces a 404 is compressed too.
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.get('/healthz', async (context) => {
    await pingDatabase(database);
    return context.text(`ok\nversion: ${config.version}\nstarted: ${startedAt}\n`);
  });
  // The liveness check does not query the database: an unavailable database is no reason to restart the process.
  app.get('/livez', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    const isAway = await pingDatabase(database).then(
      () => false,
      () => true,
    );
    const disk = services.hasDiskSpaceFor(0) ? 'ok' : 'full';
    const backup = await services.backupHealth?.();
    return context.json({ database: isAway ? 'away' : 'ok', disk, backup }, isAway ? 503 : 200);
  });
  // /network-login is reached through the sign-in proxy in front of the app: the proxy lets the request pass only after
  // its sign-in.
  app.get(NETWORK_LOGIN_PATH, neverStored, (context) => {
    const { origin } = new URL(context.req.url);
    return context.redirect(redirectTarget(context.req.query('redirect'), origin));
  });
  app.route('/api/v1', apiRoutes(services));
  app.route('/files', fileRoutes(services));
  app.use(serveApp(config.appDir));
  return app;
}
