/** What a written thing points to must be there, and of the right kind. */
import { invalidField } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { eq } from 'drizzle-orm';

import type { FileType } from '@/api/contents';

/** A content file that something refers to. @throws {Problem} 422 on the field `path`. */
export async function requireContent(
  transaction: Database,
  path: string,
  contentId: string | null | undefined,
  fileType: FileType,
): Promise<void> {
  if (contentId === null || contentId === undefined) return;
  // Locked, so that nobody deletes it before this transaction has pointed to it.
  const [content] = await transaction
    .select({ fileType: contents.fileType })
    .from(contents)
    .where(eq(contents.id, contentId))
    .for('key share');
  if (!content) throw invalidField(path, '指定されたファイルがありません。');
  if (content.fileType !== fileType) throw invalidField(path, 'ファイルの種類が違います。');
}
