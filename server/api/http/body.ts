/** Reads what a request brings: limited in size, checked in type, parsed by the wire's schemas. */
import { invalidField, Problem } from '@server/api/shared/problem';
import * as z from 'zod/mini';

import type { FieldError } from '@/api/errors';
import { describeIssue } from '@/lib/field-messages';
import { formatBytes } from '@/lib/format-bytes';

import type { AppContext } from './context';

const JSON_LIMIT_BYTES = 1024 * 1024;
const FORM_LIMIT_BYTES = 16 * 1024;

export function tooLarge(limitBytes: number): Problem {
  return new Problem(413, `送れる大きさは${formatBytes(limitBytes)}までです。`);
}

/** The media type alone, in lower case. */
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
 * Reads the body, and stops as soon as it is too large, whatever Content-Length said.
 *
 * @param envelopeBytes what may stand around the bytes that are limited.
 * @throws {Problem} 413.
 */
export async function readBytes(
  context: AppContext,
  limitBytes: number,
  envelopeBytes = 0,
): Promise<Uint8Array<ArrayBuffer>> {
  const mostBytes = limitBytes + envelopeBytes;
  const told = context.req.header('Content-Length');
  if (Number(told ?? 0) > mostBytes) throw tooLarge(limitBytes);
  // Nobody can send more than was told.
  if (told !== undefined) return new Uint8Array(await context.req.raw.arrayBuffer().catch(refuseCut));
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(context)) {
    length += chunk.length;
    if (length > mostBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  // Not copied once more: this may be the tenth picture at once.
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

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && /[\0\p{Cs}]/u.test(value)) {
    throw new Problem(422, '保存できない文字が含まれています。');
  }
  return value;
}

/** One message a field, the first found. */
function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    if (!errors.has(path)) errors.set(path, issue.message);
  }
  return [...errors].map(([path, message]) => ({ path, message }));
}

/** Parses a value by a schema. @throws {Problem} 422 with a message for each wrong field, in the words that forms use. */
export function parseValue<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw new Problem(422, '入力内容を確かめてください。', { errors: toFieldErrors(parsed.error.issues) });
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

/** Refuses a form in which a field stands twice: who reads the first and who reads the last would see two requests. @throws {Problem} 422. */
export function refuseTwice(names: Iterable<string>): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalidField(name, '同じ項目が2回送られています。');
    seen.add(name);
  }
}

/** Reads a form-urlencoded body. @throws {Problem} 413, 415, or 422 for a field that stands twice. */
export async function readForm(context: AppContext): Promise<Record<string, string>> {
  const text = await readText(context, /^application\/x-www-form-urlencoded$/, FORM_LIMIT_BYTES);
  const form = new URLSearchParams(text);
  refuseTwice(form.keys());
  return Object.fromEntries(form);
}
