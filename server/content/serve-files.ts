/** GET /files/{container}/{name}: the bytes of content files, for whoever has the URL (decisions §1, Content). */
import { contents } from '@server/db/schema';
import { createRoutes, type Services } from '@server/http/context';
import { notFound } from '@server/http/problem';
import { eq } from 'drizzle-orm';

import { isNamed } from './upload';

const FILE_CACHE = 'public, max-age=3600';

export function fileRoutes({ database }: Services) {
  return createRoutes().get('/:container/:name', async (context) => {
    const { container, name } = context.req.param();
    // What no upload may be named, PostgreSQL need not be asked for.
    const isAskable = !name.includes('\0') && !container.includes('\0');
    const [file] = isAskable
      ? await database
          .select({ id: contents.id, mediaType: contents.mediaType, updatedAt: contents.updatedAt })
          .from(contents)
          .where(isNamed(container, name.normalize('NFC')))
      : [];
    if (!file) throw notFound('ファイル');
    const etag = `"${file.id}-${Date.parse(file.updatedAt)}"`;
    context.header('ETag', etag);
    context.header('Cache-Control', FILE_CACHE);
    if (context.req.header('If-None-Match')?.replace(/^W\//, '') === etag) return context.body(null, 304);
    const [stored] = await database.select({ bytes: contents.bytes }).from(contents).where(eq(contents.id, file.id));
    if (!stored) throw notFound('ファイル');
    const bytes = new Uint8Array(stored.bytes);
    // HEAD asks for the size alone.
    return context.body(bytes, 200, { 'Content-Type': file.mediaType, 'Content-Length': String(bytes.length) });
  });
}
