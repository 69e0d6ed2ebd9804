/** Reads what a request brings: limited in size, checked in type, parsed by the wire's schemas. */
import * as z from 'zod/mini';

import type { AppContext } from './context';
import { toFieldErrors } from './messages';
import { Problem } from './problem';

const JSON_LIMIT_BYTES = 1024 * 1024;
const FORM_LIMIT_BYTES = 16 * 1024;

/** "1 MB" as a reader knows it. */
function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}

export function tooLarge(limitBytes: number): Problem {
  return new Problem(413, `送れる大きさは${inMegabytes(limitBytes)}までです。`);
}

/** The media type alone, in lower case. */
export function mediaTypeOf(context: AppContext): string {
  return (context.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function* readChunks(context: AppContext): AsyncGenerator<Uint8Array> {
  try {
    yield* context.req.raw.body ?? [];
  } catch {
    throw new Problem(400, '送信が途中で切れました。');
  }
}

/** Reads the body, and stops as soon as it is too large, whatever Content-Length said. @throws {Problem} 413. */
export async function readBytes(context: AppContext, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(context.req.header('Content-Length') ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(context)) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function readText(context: AppContext, mediaType: RegExp, limitBytes: number): Promise<string> {
  if (!mediaType.test(mediaTypeOf(context)))
    throw new Problem(415, `Content-Type「${mediaTypeOf(context)}」は扱えません。`);
  const bytes = await readBytes(context, limitBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, '文字コードがUTF-8ではありません。');
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && /[\0\p{Cs}]/u.test(value)) {
    throw new Problem(422, '保存できない文字が含まれています。');
  }
  return value;
}

/** Parses a value by a schema. @throws {Problem} 422 with a message for each wrong field. */
export function parseValue<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors = toFieldErrors(parsed.error.issues, value);
  throw new Problem(422, '入力内容を確かめてください。', { errors });
}

/** Reads a JSON body by a schema. @throws {Problem} 400, 413, 415 or 422. */
export async function readJson<S extends z.core.$ZodType>(context: AppContext, schema: S): Promise<z.output<S>> {
  const text = await readText(context, /^application\/(json|[\w.-]+\+json)$/, JSON_LIMIT_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text, refuseUnstorable);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(400, 'JSONとして読めません。');
  }
  return parseValue(schema, value);
}

/** Reads a form-urlencoded body. @throws {Problem} 413 or 415. */
export async function readForm(context: AppContext): Promise<Record<string, string>> {
  const text = await readText(context, /^application\/x-www-form-urlencoded$/, FORM_LIMIT_BYTES);
  return Object.fromEntries(new URLSearchParams(text));
}
