/** Serves the built app: compressed files, cache headers, and index.html for every screen's path. */
import type { AppContext, AppEnv } from '@server/api/http/context';
import { createMiddleware } from 'hono/factory';
import { parseAccept } from 'hono/utils/accept';

import { type AppFile, type Encoding, readAppFiles } from './app-files';

/** Files whose names under /assets/ carry a hash of the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  return /\.(webp|png|svg|ico|jpg)$/.test(path) ? 'public, max-age=3600' : 'no-cache';
}

function chooseEncoding(context: AppContext, { bodies }: AppFile): Encoding {
  const accepted = parseAccept(context.req.header('Accept-Encoding') ?? '').filter(({ q }) => q > 0);
  const isAccepted = (encoding: Encoding) => accepted.some(({ type }) => type === encoding);
  return (['br', 'gzip'] as const).find((encoding) => bodies[encoding] && isAccepted(encoding)) ?? 'identity';
}

function sendFile(context: AppContext, path: string, file: AppFile): Response {
  const encoding = chooseEncoding(context, file);
  const etag = `"${file.digest}-${encoding}"`;
  context.header('Cache-Control', cacheControl(path));
  context.header('ETag', etag);
  context.header('Vary', 'Accept-Encoding');
  const known = (context.req.header('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return context.body(null, 304);
  context.header('Content-Type', file.mediaType);
  if (encoding !== 'identity') context.header('Content-Encoding', encoding);
  return context.body(file.bodies[encoding] ?? file.bodies.identity);
}

/** Returns true for a path that can be a screen: not an asset, and without a file extension. */
function isScreen(path: string): boolean {
  return !/^\/(api|assets|files)(\/|$)/.test(path) && !/\.[a-z0-9]{2,11}$/i.test(path);
}

/** Serves the built app of a folder; passes other requests on. */
export function serveApp(appDir: string) {
  const files = readAppFiles(appDir);
  return createMiddleware<AppEnv>(async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') return next();
    const { path } = context.req;
    const file = files.get(path === '/' ? '/index.html' : path);
    if (file) return sendFile(context, path === '/' ? '/index.html' : path, file);
    const index = files.get('/index.html');
    if (!isScreen(path)) return next();
    if (index) return sendFile(context, '/index.html', index);
    return context.text('アプリがまだビルドされていません（npm run build）。', 404);
  });
}
