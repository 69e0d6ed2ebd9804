/** Drafts of forms as they lie on the device: the newest of a form, and those before it that nobody has answered. */
import * as z from 'zod/mini';

import { timestampSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { dropOwned, keepOwned, listOwned, readOwned } from '@/storage/owned-store';

const KEY_PREFIX = 'form|';
/** Older drafts that nobody has answered stay beside what is typed over them; of so many. */
const MOST_EARLIER = 3;

const draftSchema = z.object({
  savedAt: timestampSchema,
  /** The version that the form started from, where it has one. */
  base: z.optional(z.string()),
  values: z.record(z.string(), z.unknown()),
});
export type FormDraft = z.infer<typeof draftSchema>;

const draftsSchema = z.extend(draftSchema, {
  /** Those that were offered when it was begun, and not answered, the newest first. */
  earlier: z.optional(z.array(draftSchema)),
});

/** The key of a form's drafts. @param id of what is edited; undefined for something new. */
export const formDraftKey = (name: string, id: string | undefined) => `${KEY_PREFIX}${name}|${id ?? 'new'}`;

/** A form's values as a draft. @param omit never kept. */
export function toRecord(values: object, omit: readonly string[], base: string | undefined): FormDraft {
  const kept = Object.entries(values).filter(([name]) => !omit.includes(name));
  return { savedAt: new Date(now()).toISOString(), base, values: Object.fromEntries(kept) };
}

/** Reads a form's drafts, the newest first; what cannot be read is none. */
export async function readDrafts(owner: OwnerKey, key: string): Promise<FormDraft[]> {
  const parsed = z.safeParse(draftsSchema, await readOwned('drafts', owner, key).catch(() => undefined));
  if (!parsed.success) return [];
  const { earlier = [], ...newest } = parsed.data;
  return [newest, ...earlier];
}

async function listKeys(owner: OwnerKey, prefix: string): Promise<string[]> {
  const records = await listOwned('drafts', owner);
  return records.flatMap(([key]) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/** How many forms have unsaved values on this device. @throws {DOMException} when the device fails. */
export async function countFormDrafts(owner: OwnerKey): Promise<number> {
  return (await listKeys(owner, KEY_PREFIX)).length;
}

/** The ids of what has unsaved values in forms of one kind, e.g. 'course'. @throws {DOMException} when the device fails. */
export function listFormDrafts(owner: OwnerKey, name: string): Promise<string[]> {
  return listKeys(owner, `${KEY_PREFIX}${name}|`);
}

/** Keeps drafts, the newest first; of none nothing stays. @throws {DOMException} when the device fails. */
export async function keepDrafts(
  owner: OwnerKey,
  key: string,
  [newest, ...earlier]: readonly FormDraft[],
): Promise<void> {
  if (!newest) return dropOwned('drafts', owner, key);
  const rest = earlier.length > 0 ? earlier.slice(0, MOST_EARLIER) : undefined;
  await keepOwned('drafts', owner, key, { ...newest, earlier: rest } satisfies z.infer<typeof draftsSchema>);
}
