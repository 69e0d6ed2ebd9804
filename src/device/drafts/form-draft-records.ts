/** Stored drafts of forms: the newest draft of a form, and earlier ones that were neither restored nor discarded. */
import * as z from 'zod/mini';

import { timestampSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { changeOwned, listOwned, readOwned } from '@/storage/owned-store';

const KEY_PREFIX = 'form|';
/** Maximum number of earlier drafts that are kept beside a form's newest draft. */
const MAX_EARLIER = 3;

const draftSchema = z.object({
  savedAt: timestampSchema,
  /** The version of the edited thing that the form started from; undefined for a new thing. */
  base: z.optional(z.string()),
  values: z.record(z.string(), z.unknown()),
});
export type FormDraft = z.infer<typeof draftSchema>;

const draftsSchema = z.extend(draftSchema, {
  /** Earlier drafts that were offered to the user and neither restored nor discarded, newest first. */
  earlier: z.optional(z.array(draftSchema)),
});

/** Returns the storage key of a form's drafts. @param id of the edited thing; undefined for a new one. */
export const formDraftKey = (name: string, id: string | undefined) => `${KEY_PREFIX}${name}|${id ?? 'new'}`;

/** Converts a form's values to a draft. @param omit names of fields that are never stored. */
export function toRecord(values: object, omit: readonly string[], base: string | undefined): FormDraft {
  const kept = Object.entries(values).filter(([name]) => !omit.includes(name));
  return { savedAt: new Date(now()).toISOString(), base, values: Object.fromEntries(kept) };
}

function parseDrafts(record: unknown): FormDraft[] {
  const parsed = z.safeParse(draftsSchema, record);
  if (!parsed.success) return [];
  const { earlier = [], ...newest } = parsed.data;
  return [newest, ...earlier];
}

/** Reads a form's stored drafts, newest first; empty when they cannot be read. */
export async function readDrafts(owner: OwnerKey, key: string): Promise<FormDraft[]> {
  return parseDrafts(await readOwned('drafts', owner, key).catch(() => undefined));
}

async function listKeys(owner: OwnerKey, prefix: string): Promise<string[]> {
  const records = await listOwned('drafts', owner);
  return records.flatMap(([key]) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/** Counts the forms with unsaved values on this device. @throws {DOMException} when the storage fails. */
export async function countFormDrafts(owner: OwnerKey): Promise<number> {
  return (await listKeys(owner, KEY_PREFIX)).length;
}

/**
 * Lists the ids of things with unsaved values in forms of one kind, e.g. 'course'.
 *
 * @throws {DOMException} when the storage fails.
 */
export function listFormDrafts(owner: OwnerKey, name: string): Promise<string[]> {
  return listKeys(owner, `${KEY_PREFIX}${name}|`);
}

/**
 * Reads and changes a form's drafts in one transaction, because another tab may have written drafts meanwhile.
 *
 * @param newest the draft to add; undefined adds none.
 * @param gone `savedAt` of the drafts to delete: those that the user restored or discarded, and those that `newest`
 * replaces.
 * @throws {DOMException} when the storage fails.
 */
export async function changeDrafts(
  owner: OwnerKey,
  key: string,
  newest: FormDraft | undefined,
  gone: ReadonlySet<string>,
): Promise<void> {
  await changeOwned('drafts', owner, async ({ read, keep, drop }) => {
    const rest = parseDrafts(await read(key)).filter(({ savedAt }) => !gone.has(savedAt));
    const [first, ...others] = newest ? [newest, ...rest] : rest;
    if (!first) return drop(key);
    const earlier = others.length > 0 ? others.slice(0, MAX_EARLIER) : undefined;
    return keep(key, { ...first, earlier } satisfies z.infer<typeof draftsSchema>);
  });
}
