/** All that the server answers: API, content files, the built app. */
import { createOpenApi } from '@server/api/contract/openapi';
import { askDatabase } from '@server/db/database';
import { unavailableCause, type DatabaseUnavailableError } from '@server/db/database-unavailable';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { methodNotAllowed } from 'hono/method-not-allowed';

import { DAY_MS, SECOND_MS } from '@/lib/constants';

import { authenticate } from './http/authenticate';
import { type AppContext, type AppEnv, createRoutes, type Services } from './http/context';
import { limitWrites } from './http/limit-writes';
import { measureRequests } from './http/measure-requests';
import { problemResponse } from './http/problem-response';
import { requestLog } from './http/request-log';
import { requireDiskSpace } from './http/require-disk-space';
import { securityHeaders } from './http/security-headers';
import { sizedJson } from './http/sized-json';
import { auditRoutes } from './routes/audit';
import { authorizeRoutes } from './routes/authorize';
import { chapterRoutes } from './routes/chapters';
import { companyRoutes } from './routes/companies';
import { contentRoutes } from './routes/contents';
import { courseRoutes } from './routes/courses';
import { fileSizeRoutes } from './routes/file-sizes';
import { fileRoutes } from './routes/files';
import { infoRoutes } from './routes/info';
import { lessonRoutes } from './routes/lessons';
import { meRoutes } from './routes/me';
import { progressRoutes } from './routes/progress';
import { questionSetRoutes } from './routes/question-sets';
import { sectionRoutes } from './routes/sections';
import { submitRoutes } from './routes/submits';
import { userRoutes } from './routes/users';
import { conflict, notFound, Problem } from './shared/problem';
import { serveApp } from './static/serve-app';

const DAY_SECONDS = DAY_MS / SECOND_MS;

/** Lets an app served elsewhere in (ALLOWED_ORIGINS); nobody else. */
function allowOrigins(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['Date', 'Retry-After'],
    maxAge: DAY_SECONDS,
  });
}

const neverStored = createMiddleware<AppEnv>(async (context, next) => {
  await next();
  context.res.headers.set('Cache-Control', 'no-store');
});

/** What the table of specification §7 lists, below /api/v1. */
function apiRoutes(services: Services) {
  return createRoutes()
    .use(neverStored, sizedJson)
    .route('/', authorizeRoutes(services))
    .get('/openapi.json', (context) => context.json(createOpenApi()))
    .use(authenticate(services), limitWrites(services.config.writesPerSecond), requireDiskSpace(services))
    .route('/me', meRoutes(services))
    .route('/info', infoRoutes(services))
    .route('/courses', courseRoutes(services))
    .route('/sections', sectionRoutes(services))
    .route('/chapters', chapterRoutes(services))
    .route('/lessons', lessonRoutes(services))
    .route('/question-set', questionSetRoutes(services))
    .route('/content', contentRoutes(services))
    .route('/submit', submitRoutes(services))
    .route('/progress', progressRoutes(services))
    .route('/users', userRoutes(services))
    .route('/companies', companyRoutes(services))
    .route('/audit', auditRoutes(services))
    .route('/file-sizes', fileSizeRoutes(services));
}

/** Not all at once, whoever waits. */
const COME_AGAIN_SECONDS = { least: 2, most: 4 };

/** Of a call that was not begun, and of one that may have been done: who asked must look, or say the same once more. */
function answerAway({ isUnknown }: DatabaseUnavailableError): Problem {
  if (isUnknown) return new Problem(504, '保存できたかどうか、確かめられませんでした。');
  const { least, most } = COME_AGAIN_SECONDS;
  const retryAfterSeconds = least + Math.floor(Math.random() * (most - least + 1));
  return new Problem(503, 'データベースにつながりません。少し待ってから、もう一度お試しください。', {
    retryAfterSeconds,
  });
}

const OVERTAKEN = 'ほかの人が、同時に変更または削除しました。もう一度開いてください。';

/** Whether something that a write needs went, or came, between the look at it and the write (23503, 23505). */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^2350[35]$/.test((error as { code?: string }).code ?? '') || isOvertaken(error.cause);
}

/** The answer to whatever was thrown; what was not foreseen tells nothing but its id. */
function answerError(error: Error, context: AppContext): Response {
  // What was said already of the answer that did not come, such as how long it may be kept.
  for (const name of ['Cache-Control', 'ETag']) context.header(name);
  if (error instanceof Problem) return problemResponse(error);
  const requestId = context.get('requestId');
  const away = unavailableCause(error);
  if (away) {
    complain(`${requestId} ${away.message}`, { requestId });
    return problemResponse(answerAway(away));
  }
  complain(`${requestId} ${describeError(error)}`, { requestId });
  if (isOvertaken(error)) return problemResponse(conflict(OVERTAKEN));
  return problemResponse(new Problem(500, `時間をおいて、もう一度お試しください（番号 ${requestId}）。`));
}

/** 405 where only the method is wrong. */
function refuseMethod(_context: AppContext, methods: string[]): Response {
  return problemResponse(new Problem(405, 'この操作には対応していません。'), { Allow: methods.join(', ') });
}

/** Everything in its order: log and headers around all, then API, files, and the app for the rest. */
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
  // Inside compress: what it answers instead of the 404 is not compressed yet.
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.get('/healthz', async (context) => {
    await askDatabase(database);
    return context.text(`ok\nversion: ${config.version}\nstarted: ${startedAt}\n`);
  });
  // Alone whether the process answers: who ends it for less would end it for the database's sake.
  app.get('/livez', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    const isAway = await askDatabase(database).then(
      () => false,
      () => true,
    );
    const disk = services.hasDiskSpaceFor(0) ? 'ok' : 'full';
    const backup = await services.backupHealth?.();
    return context.json({ database: isAway ? 'away' : 'ok', disk, backup }, isAway ? 503 : 200);
  });
  app.route('/api/v1', apiRoutes(services));
  app.route('/files', fileRoutes(services));
  app.use(serveApp(config.appDir));
  return app;
}
