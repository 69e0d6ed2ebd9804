/** Reads an uploaded file: multipart, field `file` (specification §3). */
import { fileKindOf } from '@server/api/content/accepted-files';
import type { StoredFile } from '@server/api/content/store-file';
import { invalidField, Problem } from '@server/api/shared/problem';

import { MAX_UPLOAD_BYTES } from '@/api/files/upload-limits';

import { mediaTypeOf, readBytes, refuseDuplicates, tooLarge } from './body';
import type { AppContext } from './context';

/** Allowance for the boundaries and headers of multipart, bytes. */
const ENVELOPE_BYTES = 64 * 1024;

/** Returns the bytes that an upload may need: its Content-Length, or the largest allowed size without a valid one. */
export function uploadBytes(context: AppContext): number {
  const maxBytes = MAX_UPLOAD_BYTES.img + ENVELOPE_BYTES;
  const contentLength = Number(context.req.header('Content-Length') ?? maxBytes);
  return contentLength >= 0 && contentLength < maxBytes ? contentLength : maxBytes;
}

/** Reads the field `file` of a multipart body. @throws {Problem} 400, 413, 415 or 422. */
export async function readUpload(context: AppContext, fileName: string): Promise<StoredFile> {
  if (mediaTypeOf(context) !== 'multipart/form-data') throw new Problem(415, 'multipart/form-data で送ってください。');
  const body = await readBytes(context, MAX_UPLOAD_BYTES.img, ENVELOPE_BYTES);
  const contentType = context.req.header('Content-Type') ?? '';
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new Problem(400, 'ファイルを読み取れません。');
  }
  refuseDuplicates(form.keys());
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw invalidField('file', 'ファイルを選んでください。');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = fileKindOf(bytes, fileName);
  if (!kind) throw new Problem(415, '使えるのは PNG・JPEG・WebP・GIF・AVIF の画像と、UTF-8 の Markdown（.md）です。');
  if (bytes.length > MAX_UPLOAD_BYTES[kind.fileType]) throw tooLarge(MAX_UPLOAD_BYTES[kind.fileType]);
  return { ...kind, bytes };
}
