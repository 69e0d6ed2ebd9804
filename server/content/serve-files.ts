/** GET /files/{container}/{name}: the bytes of content files, for whoever has the URL (docs/decisions/0025). */
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { type AppContext, createRoutes, type Services } from '@server/http/context';
import { notFound, Problem } from '@server/http/problem';
import { eq } from 'drizzle-orm';

import { isPublished } from './published';
import { secondsLeft } from './signature';
import { filePath } from './text-pictures';
import { isNamed } from './upload';

const CACHE_SECONDS = 3600;

async function findFile(database: Database, container: string, name: string) {
  // What no upload may be named, PostgreSQL need not be asked for.
  if (name.includes('\0') || container.includes('\0')) throw notFound('ファイル');
  const { id, fileType, mediaType, updatedAt } = contents;
  const [file] = await database
    .select({ id, fileType, mediaType, updatedAt })
    .from(contents)
    .where(isNamed(container, name));
  if (!file) throw notFound('ファイル');
  return file;
}

/**
 * Lets in whoever has a signature; everybody to published pictures.
 *
 * @returns how the answer may be cached.
 * @throws {Problem} 404, or 400 for a published text without its signature: of a text that is there no client may think that
 * it is gone, and throw its copy away.
 */
async function requireOpen(
  context: AppContext,
  { database, fileKey }: Services,
  file: Awaited<ReturnType<typeof findFile>>,
  path: string,
): Promise<string> {
  const { v: version = '', expires, signature } = context.req.query();
  const left = secondsLeft({ path, version }, { expires, signature }, fileKey);
  if (left > 0) return `private, max-age=${Math.min(CACHE_SECONDS, left)}`;
  const [open] = await database.select({ isPublished }).from(contents).where(eq(contents.id, file.id));
  if (!open?.isPublished) throw notFound('ファイル');
  if (file.fileType === 'md') throw new Problem(400, 'このURLの期限が切れています。');
  return `public, max-age=${CACHE_SECONDS}`;
}

export function fileRoutes(services: Services) {
  const { database } = services;
  return createRoutes().get('/:container/:name', async (context) => {
    const container = context.req.param('container');
    const name = context.req.param('name').normalize('NFC');
    const file = await findFile(database, container, name);
    const cacheControl = await requireOpen(context, services, file, filePath(container, name));
    const etag = `"${file.id}-${Date.parse(file.updatedAt)}"`;
    context.header('ETag', etag);
    context.header('Cache-Control', cacheControl);
    if (context.req.header('If-None-Match')?.replace(/^W\//, '') === etag) return context.body(null, 304);
    const [stored] = await database.select({ bytes: contents.bytes }).from(contents).where(eq(contents.id, file.id));
    if (!stored) throw notFound('ファイル');
    const bytes = new Uint8Array(stored.bytes);
    // HEAD asks for the size alone.
    return context.body(bytes, 200, { 'Content-Type': file.mediaType, 'Content-Length': String(bytes.length) });
  });
}
