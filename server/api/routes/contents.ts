/** Content files: list, URL, upload, delete (specification §7). */
import { mayRole } from '@server/api/access/permissions';
import { deleteContent, findContent, findContentUrl, listContents } from '@server/api/content/contents';
import { checkFileName } from '@server/api/content/file-name';
import { storeFile } from '@server/api/content/store-file';
import { requirePermission } from '@server/api/http/authenticate';
import { createRoutes, type Services } from '@server/api/http/context';
import { pathId, readPageRequest, readSearch, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { readUpload, uploadBytes } from '@server/api/http/upload';
import { createUploadMemoryLimit } from '@server/api/http/upload-memory-limit';
import { found, notFound } from '@server/api/shared/problem';

import { contentQueryShape } from '@/api/title-lists';
import { CONTENT_CONTAINER } from '@/lib/constants';

/** Students do not see where a file is used, because the list of uses names drafts. */
const { uses: _, ...publicQueryShape } = contentQueryShape;

export function contentRoutes({ database, fileKey }: Services) {
  const withMemory = createUploadMemoryLimit();
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { role } = context.get('actor');
      const { query, applied } = readSearch(
        context,
        mayRole(role, 'draft.read') ? contentQueryShape : publicQueryShape,
      );
      const { items, total } = await listContents(database, role, query, page);
      return context.json(toPage(page, items, total, applied));
    })
    .get('/:id', async (context) => {
      const { role } = context.get('actor');
      return context.json(await findContentUrl(database, role, pathId(context, 'id'), fileKey));
    })
    .put('/:container/:fname', async (context) => {
      requirePermission(context, 'curriculum.write');
      if (context.req.param('container') !== CONTENT_CONTAINER) throw notFound('保存先');
      const fileName = checkFileName(context.req.param('fname'));
      const id = await withMemory(uploadBytes(context), async () => {
        const file = await readUpload(context, fileName);
        return storeFile(database, CONTENT_CONTAINER, fileName, file);
      });
      return context.json(found(await rereadForAnswer(findContent(database, id)), 'ファイル'));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteContent(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
