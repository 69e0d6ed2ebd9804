/** Content files: list, URL, upload, delete (specification §7), and their total size (capability `file-sizes`). */
import { mayRole } from '@server/api/access/permissions';
import { deleteContent, findContent, findContentUrl, listContents } from '@server/api/content/contents';
import { checkFileName } from '@server/api/content/file-name';
import { readFileSizes } from '@server/api/content/file-sizes';
import { storeFile } from '@server/api/content/store-file';
import { contentCalls } from '@server/api/contract/study-calls';
import { type AppContext, createRoutes, type Services } from '@server/api/http/context';
import { readSearch } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { serve, serveList, serveUnread } from '@server/api/http/serve';
import { readUpload, uploadBytes } from '@server/api/http/upload';
import { createUploadMemoryLimit } from '@server/api/http/upload-memory-limit';
import { found, notFound } from '@server/api/shared/problem';

import { contentQueryShape } from '@/api/title-lists';
import { CONTENT_CONTAINER } from '@/lib/constants';

/** Students do not see where a file is used, because the list of uses names drafts. */
const { uses: _, ...publicQueryShape } = contentQueryShape;

export function contentRoutes({ database, fileKey }: Services) {
  const withMemory = createUploadMemoryLimit();
  const routes = createRoutes();
  serveList(routes, contentCalls.list, async ({ context, actor: { role }, page }) => {
    const { query, applied } = readSearch(context, mayRole(role, 'draft.read') ? contentQueryShape : publicQueryShape);
    return { ...(await listContents(database, role, query, page)), applied };
  });
  serve(routes, contentCalls.url, ({ actor, id }) => findContentUrl(database, actor.role, id, fileKey));
  serve(routes, contentCalls.sizes, () => readFileSizes(database));
  serve(routes, contentCalls.remove, ({ id }) => deleteContent(database, id));
  const upload = async (context: AppContext) => {
    if (context.req.param('container') !== CONTENT_CONTAINER) throw notFound('保存先');
    const fileName = checkFileName(context.req.param('fname') ?? '');
    const id = await withMemory(uploadBytes(context), async () => {
      const file = await readUpload(context, fileName);
      return storeFile(database, CONTENT_CONTAINER, fileName, file);
    });
    return found(await rereadForAnswer(findContent(database, id)), 'ファイル');
  };
  serveUnread(routes, contentCalls.upload, upload, '/content/:container/:fname');
  return routes;
}
