/** Takes an uploaded file: PUT /content/{container_name}/{fname}, multipart, field `file` (specification §3). */
import { randomUUID } from 'node:crypto';

import { type Database, laterThan, now } from '@server/db/database';
import { contents } from '@server/db/schema';
import { mediaTypeOf, readBytes, refuseTwice, tooLarge } from '@server/http/body';
import type { AppContext } from '@server/http/context';
import { conflict, invalidField, Problem } from '@server/http/problem';
import { and, eq } from 'drizzle-orm';

import { type FileKind, fileKindOf } from './file-kind';
import { picturesOfMarkdown, savePictures } from './text-pictures';

const limitBytes = { img: 10 * 1024 * 1024, md: 1024 * 1024 };
/** What multipart adds around the file. */
const ENVELOPE_BYTES = 64 * 1024;

interface UploadedFile extends FileKind {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the field `file` of the body. @throws {Problem} 400, 413, 415 or 422. */
export async function readUpload(context: AppContext, fileName: string): Promise<UploadedFile> {
  if (mediaTypeOf(context) !== 'multipart/form-data') throw new Problem(415, 'multipart/form-data で送ってください。');
  const body = await readBytes(context, limitBytes.img, ENVELOPE_BYTES);
  const contentType = context.req.header('Content-Type') ?? '';
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new Problem(400, 'ファイルを読み取れません。');
  }
  refuseTwice(form.keys());
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw invalidField('file', 'ファイルを選んでください。');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = fileKindOf(bytes, fileName);
  if (!kind) throw new Problem(415, '使えるのは PNG・JPEG・WebP・GIF・AVIF の画像と、UTF-8 の Markdown（.md）です。');
  if (bytes.length > limitBytes[kind.fileType]) throw tooLarge(limitBytes[kind.fileType]);
  return { ...kind, bytes };
}

/** Stores a file under its name; an existing name keeps its id. @throws {Problem} 409 when that is of another type. */
export function storeFile(database: Database, containerName: string, fileName: string, file: UploadedFile) {
  const values = { ...file, byteLength: file.bytes.length };
  return database.transaction(async (transaction) => {
    const [stored] = await transaction
      .insert(contents)
      .values({ id: randomUUID(), containerName, fileName, ...values, updatedAt: now })
      .onConflictDoUpdate({
        target: [contents.containerName, contents.fileName],
        set: { ...values, updatedAt: laterThan(contents.updatedAt) },
        setWhere: eq(contents.fileType, file.fileType),
      })
      .returning({ id: contents.id, updatedAt: contents.updatedAt });
    if (!stored) throw conflict('同じ名前の、種類の違うファイルがあります。');
    if (file.fileType === 'md') await savePictures(transaction, [picturesOfMarkdown({ ...stored, bytes: file.bytes })]);
    return stored.id;
  });
}

/** A condition for one file by its name. */
export function isNamed(containerName: string, fileName: string) {
  return and(eq(contents.containerName, containerName), eq(contents.fileName, fileName));
}
