/** GET /file-sizes/: total size of the lessons' files, and the largest files (ability `file-sizes`). */
import { readFileSizes } from '@server/api/content/file-sizes';
import { requirePermission } from '@server/api/http/authenticate';
import { createRoutes, type Services } from '@server/api/http/context';

export function fileSizeRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => {
    requirePermission(context, 'file-sizes.read');
    return context.json(await readFileSizes(database));
  });
}
