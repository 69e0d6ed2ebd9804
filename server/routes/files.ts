/** GET /files/{container}/{name}: the bytes of content files, for whoever has the URL (docs/decisions/0025). */
import { findFile, readFileBytes, requireOpen } from '@server/content/served-file';
import { createRoutes, type Services } from '@server/http/context';

const CACHE_SECONDS = 3600;

export function fileRoutes({ database, fileKey }: Services) {
  return createRoutes().get('/:container/:name', async (context) => {
    const file = await findFile(database, context.req.param('container'), context.req.param('name').normalize('NFC'));
    const left = await requireOpen(database, file, context.req.query(), fileKey);
    const etag = `"${file.id}-${Date.parse(file.updatedAt)}"`;
    const isPrivate = left !== undefined;
    const seconds = Math.min(CACHE_SECONDS, left ?? CACHE_SECONDS);
    context.header('ETag', etag);
    context.header('Cache-Control', `${isPrivate ? 'private' : 'public'}, max-age=${seconds}`);
    if (context.req.header('If-None-Match')?.replace(/^W\//, '') === etag) return context.body(null, 304);
    const bytes = await readFileBytes(database, file);
    // HEAD asks for the size alone.
    return context.body(bytes, 200, { 'Content-Type': file.mediaType, 'Content-Length': String(bytes.length) });
  });
}
