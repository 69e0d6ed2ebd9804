/** Reads the built app into memory at the start, so that a later build cannot mix two versions. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

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
export type Encoding = 'br' | 'gzip' | 'identity';

export interface AppFile {
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
export function readAppFiles(appDir: string): ReadonlyMap<string, AppFile> {
  const files = new Map<string, AppFile>();
  if (!existsSync(join(appDir, 'index.html'))) return files;
  for (const entry of readdirSync(appDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(appDir, path).split(sep).join('/')}`, readAppFile(path));
  }
  return files;
}
