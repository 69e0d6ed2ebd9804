/** Serves the built app: compressed files, cache headers, and index.html for every screen's path. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

import type { AppContext, AppEnv } from '@server/api/http/context';
import { createMiddleware } from 'hono/factory';
import { parseAccept } from 'hono/utils/accept';

/** Reads the built app into memory at the start, so that a later build cannot mix two versions. */
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Content encodings in which a file of the app is held: uncompressed, and compressed at build time. */
type Encoding = 'br' | 'gzip' | 'identity';

interface AppFile {
  mediaType: string;
  /** The ETag of a file: a hash of the uncompressed bytes. */
  digest: string;
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & { identity: Uint8Array<ArrayBuffer> };
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

function readAppFile(path: string): AppFile {
  const identity = readBytes(path);
  return {
    mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream',
    digest: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: {
      identity,
      ...(existsSync(`${path}.br`) ? { br: readBytes(`${path}.br`) } : {}),
      ...(existsSync(`${path}.gz`) ? { gzip: readBytes(`${path}.gz`) } : {}),
    },
  };
}

/** Reads all files of the built app into a map by URL path. Only these are served, so path traversal is impossible. */
function readAppFiles(appDir: string): ReadonlyMap<string, AppFile> {
  const files = new Map<string, AppFile>();
  if (!existsSync(join(appDir, 'index.html'))) return files;
  for (const entry of readdirSync(appDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(appDir, path).split(sep).join('/')}`, readAppFile(path));
  }
  return files;
}

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
