/** Stores uploaded files under their names (specification §3). */
import { randomUUID } from 'node:crypto';

import { picturesOfMarkdown, savePictures } from '@server/api/pictures/text-pictures';
import { conflict } from '@server/api/shared/problem';
import { type Database, laterThan, now } from '@server/db/database';
import { contents } from '@server/db/schema';
import { eq } from 'drizzle-orm';

import { stripPicture } from '@/api/picture-metadata/strip-picture';

import type { FileKind } from './accepted-files';

export interface StoredFile extends FileKind {
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Stores a file under its name, a picture without its metadata; an existing name keeps its id.
 *
 * @returns the id. @throws {Problem} 409 if that file has another type.
 */
export function storeFile(database: Database, containerName: string, fileName: string, file: StoredFile) {
  const stripped = file.fileType === 'img' ? stripPicture(file.bytes) : undefined;
  const bytes = stripped ?? file.bytes;
  const values = { ...file, bytes, byteLength: bytes.length };
  const versionOf = (updatedAt: typeof now) => ({ updatedAt, strippedVersion: stripped ? updatedAt : null });
  return database.transaction(async (transaction) => {
    const [stored] = await transaction
      .insert(contents)
      .values({ id: randomUUID(), containerName, fileName, ...values, ...versionOf(now) })
      .onConflictDoUpdate({
        target: [contents.containerName, contents.fileName],
        set: { ...values, ...versionOf(laterThan(contents.updatedAt)) },
        setWhere: eq(contents.fileType, file.fileType),
      })
      .returning({ id: contents.id, updatedAt: contents.updatedAt });
    if (!stored) throw conflict('同じ名前の、種類の違うファイルがあります。');
    if (file.fileType === 'md') await savePictures(transaction, [picturesOfMarkdown({ ...stored, bytes: file.bytes })]);
    return stored.id;
  });
}
