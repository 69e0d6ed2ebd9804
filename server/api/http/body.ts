/** Reads request bodies: limits their size, checks the media type, parses them with the API's schemas. */
import { toInstant } from '@server/api/shared/instant';
import { invalidField, Problem } from '@server/api/shared/problem';
import * as z from 'zod/mini';

import type { FieldError } from '@/api/network/errors';
import { describeIssue } from '@/lib/field-messages';
import { formatBytes } from '@/lib/format-bytes';

import type { AppContext } from './context';

const JSON_LIMIT_BYTES = 1024 * 1024;
const FORM_LIMIT_BYTES = 16 * 1024;

/** Creates a 413 refusal of a body that is too large. */
export function tooLarge(limitBytes: number): Problem {
  return new Problem(413, `送れるサイズは${formatBytes(limitBytes)}までです。`);
}

/** Returns the media type without parameters, in lower case. */
export function mediaTypeOf(context: AppContext): string {
  return (context.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function refuseCut(): never {
  throw new Problem(400, '送信が途中で切れました。');
}

async function* readChunks(context: AppContext): AsyncGenerator<Uint8Array> {
  try {
    yield* context.req.raw.body ?? [];
  } catch {
    refuseCut();
  }
}

/**
 * Reads the body, and stops as soon as it is too large, also without Content-Length.
 *
 * @param envelopeBytes further bytes that may surround the limited ones, such as multipart headers.
 * @throws {Problem} 413.
 */
export async function readBytes(
  context: AppContext,
  limitBytes: number,
  envelopeBytes = 0,
): Promise<Uint8Array<ArrayBuffer>> {
  const maxBytes = limitBytes + envelopeBytes;
  const contentLength = context.req.header('Content-Length');
  if (Number(contentLength ?? 0) > maxBytes) throw tooLarge(limitBytes);
  // Node never passes on more bytes than Content-Length.
  if (contentLength !== undefined) return new Uint8Array(await context.req.raw.arrayBuffer().catch(refuseCut));
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(context)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  // Return a view of the buffer, not a second copy: several uploads of 10 MB may be in memory at once.
  const { buffer, byteOffset } = Buffer.concat(chunks);
  return new Uint8Array(buffer, byteOffset, length);
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

/** A JSON reviver that refuses texts with NUL or lone surrogates, because PostgreSQL stores neither. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && /[\0\p{Cs}]/u.test(value)) {
    throw new Problem(422, '保存できない文字が含まれています。');
  }
  return value;
}

/** Returns the first error message of each field. */
function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    if (!errors.has(path)) errors.set(path, issue.message);
  }
  return [...errors].map(([path, message]) => ({ path, message }));
}

/** Parses a value with a schema. @throws {Problem} 422 with a message for each invalid field, the same as in forms. */
export function parseValue<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw new Problem(422, '入力内容を確かめてください。', { errors: toFieldErrors(parsed.error.issues) });
}

/**
 * The fields of edits that hold a time. The fields of learners' calls have other names: these calls are never refused
 * for a time.
 */
const EDIT_TIMES = ['dueAt', 'updatedAt'];

/** Converts the times of an edit to UTC, in a parsed body. @throws {Problem} 422 for one that cannot be stored. */
function convertTimes(body: object): void {
  for (const [name, value] of Object.entries(body)) {
    if (!EDIT_TIMES.includes(name) || typeof value !== 'string') continue;
    const instant = toInstant(value);
    if (instant === undefined) throw invalidField(name, '日時の形が正しくありません。');
    Object.assign(body, { [name]: instant });
  }
}

/** Reads a JSON body and parses it with a schema. @throws {Problem} 400, 413, 415 or 422. */
export async function readJson<S extends z.core.$ZodType>(context: AppContext, schema: S): Promise<z.output<S>> {
  const text = await readText(context, /^application\/(json|[\w.-]+\+json)$/, JSON_LIMIT_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text, refuseUnstorable);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(400, 'JSONとして読めません。');
  }
  const body = parseValue(schema, value);
  if (typeof body === 'object' && body !== null) convertTimes(body);
  return body;
}

/**
 * Refuses a form with a repeated field: servers and proxies may disagree on which one counts.
 *
 * @throws {Problem} 422.
 */
export function refuseDuplicates(names: Iterable<string>): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalidField(name, '同じ項目が2回送られています。');
    seen.add(name);
  }
}

/** Reads a form-urlencoded body. @throws {Problem} 413, 415, or 422 for a repeated field. */
export async function readForm(context: AppContext): Promise<Record<string, string>> {
  const text = await readText(context, /^application\/x-www-form-urlencoded$/, FORM_LIMIT_BYTES);
  const form = new URLSearchParams(text);
  refuseDuplicates(form.keys());
  return Object.fromEntries(form);
}
