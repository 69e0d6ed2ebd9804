/** Checks that referenced content exists and has the right type. */
import { invalidField } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { eq } from 'drizzle-orm';

import type { FileType } from '@/api/files/contents';

/** Requires a referenced content file to exist, unless the id is empty. @throws {Problem} 422 on the field `path`. */
export async function requireContent(
  transaction: Database,
  path: string,
  contentId: string | null | undefined,
  fileType: FileType,
): Promise<void> {
  if (contentId === null || contentId === undefined) return;
  // Lock the file, so that it cannot be deleted before this transaction commits the reference.
  const [content] = await transaction
    .select({ fileType: contents.fileType })
    .from(contents)
    .where(eq(contents.id, contentId))
    .for('key share');
  if (!content) throw invalidField(path, '指定されたファイルがありません。');
  if (content.fileType !== fileType) throw invalidField(path, 'ファイルの種類が違います。');
}
