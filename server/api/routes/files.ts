/**
 * GET /files/{container}/{name}: the bytes of content files, authorised by the URL alone (docs/decisions/0025, 0059).
 */
import { readFileBytes } from '@server/api/content/file-bytes';
import { findFile, requireOpen, type ServedFile } from '@server/api/content/served-file';
import { type AppContext, createRoutes, type Services } from '@server/api/http/context';
import { readRange } from '@server/api/http/range';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';

import { DAY_MS, SECOND_MS } from '@/lib/constants';

const CACHE_SECONDS = 3600;
const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;

/**
 * Returns Cache-Control: immutable for a URL with the current version. @param left seconds until the URL's signature
 * expires; undefined without a signature.
 */
function cacheControl(isThisVersion: boolean, left: number | undefined): string {
  const kept = isThisVersion ? ', immutable' : '';
  if (left === undefined) return `public, max-age=${isThisVersion ? YEAR_SECONDS : CACHE_SECONDS}${kept}`;
  return `private, max-age=${Math.min(CACHE_SECONDS, left)}${kept}`;
}

/** Returns true if the client's copy (If-None-Match) is current. */
function hasVersion(context: AppContext, etag: string): boolean {
  const known = context.req.header('If-None-Match') ?? '';
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Responds with the file or the requested range. @returns undefined if the file was replaced meanwhile. */
async function answer(context: AppContext, { database }: Services, file: ServedFile, etag: string) {
  const { byteLength, mediaType } = file;
  const isHead = context.req.method === 'HEAD';
  const ifRange = context.req.header('If-Range');
  const range = isHead ? undefined : readRange({ range: context.req.header('Range'), ifRange, etag, byteLength });
  if (range === null) {
    context.header('Content-Range', `bytes */${byteLength}`);
    return context.body(null, 416);
  }
  const { first, last } = range ?? { first: 0, last: byteLength - 1 };
  const headers = { 'Accept-Ranges': 'bytes', 'Content-Type': mediaType, 'Content-Length': String(last - first + 1) };
  if (isHead) return context.body(null, 200, headers);
  const bytes = await readFileBytes(database, file, { first, last }, (why) => {
    complain(`${context.get('requestId')} ${describeError(why)}`, { requestId: context.get('requestId') });
    // Close the connection when a later chunk cannot be read, so that the client notices that the body is incomplete.
    context.env.outgoing.destroy();
  });
  if (!bytes) return undefined;
  if (!range) return context.body(bytes, 200, headers);
  return context.body(bytes, 206, { ...headers, 'Content-Range': `bytes ${first}-${last}/${byteLength}` });
}

async function serve(context: AppContext, services: Services, container: string, name: string): Promise<Response> {
  const { database, fileKey } = services;
  const file = await findFile(database, container, name);
  const left = await requireOpen(database, file, context.req.query(), fileKey);
  const version = String(Date.parse(file.updatedAt));
  const etag = `"${file.id}-${version}"`;
  context.header('ETag', etag);
  context.header('Cache-Control', cacheControl(context.req.query('v') === version, left));
  if (hasVersion(context, etag)) return context.body(null, 304);
  return (await answer(context, services, file, etag)) ?? serve(context, services, container, name);
}

export function fileRoutes(services: Services) {
  return createRoutes().get('/:container/:name', (context) =>
    serve(context, services, context.req.param('container'), context.req.param('name').normalize('NFC')),
  );
}
