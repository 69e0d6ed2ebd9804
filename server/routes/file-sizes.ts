/** GET /file-sizes/: how much room the files of lessons take (ability `file-sizes`). */
import { readFileSizes } from '@server/content/file-sizes';
import { requirePermission } from '@server/http/authenticate';
import { createRoutes, type Services } from '@server/http/context';

export function fileSizeRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => {
    requirePermission(context, 'file-sizes.read');
    return context.json(await readFileSizes(database));
  });
}
