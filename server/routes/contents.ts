/** Content files: list, URL, upload, delete (specification §7). */
import { deleteContent, findContent, findContentUrl, listContents } from '@server/content/contents';
import { checkFileName } from '@server/content/file-name';
import { storeFile } from '@server/content/store-file';
import { requirePermission } from '@server/http/authenticate';
import { createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { readUpload, uploadBytes } from '@server/http/upload';
import { createUploadRoom } from '@server/http/upload-room';
import { found, notFound } from '@server/problem';
import { readBack } from '@server/read-back';

import { CONTENT_CONTAINER } from '@/constants';

export function contentRoutes({ database, fileKey }: Services) {
  const inRoom = createUploadRoom();
  return createRoutes()
    .get('/', async (context) => {
      requirePermission(context, 'content.list');
      const page = readPageRequest(context);
      const { items, total } = await listContents(database, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const { role } = context.get('actor');
      return context.json(found(await findContentUrl(database, role, pathId(context, 'id'), fileKey), 'ファイル'));
    })
    .put('/:container/:fname', async (context) => {
      requirePermission(context, 'curriculum.write');
      if (context.req.param('container') !== CONTENT_CONTAINER) throw notFound('保存先');
      const fileName = checkFileName(context.req.param('fname'));
      const id = await inRoom(uploadBytes(context), async () => {
        const file = await readUpload(context, fileName);
        return storeFile(database, CONTENT_CONTAINER, fileName, file);
      });
      return context.json(found(await readBack(findContent(database, id)), 'ファイル'));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteContent(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
