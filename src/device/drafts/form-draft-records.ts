/** Drafts of forms as they lie on the device: the newest of a form, and those before it that nobody has answered. */
import * as z from 'zod/mini';

import { timestampSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { changeOwned, listOwned, readOwned } from '@/storage/owned-store';

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

function parseDrafts(record: unknown): FormDraft[] {
  const parsed = z.safeParse(draftsSchema, record);
  if (!parsed.success) return [];
  const { earlier = [], ...newest } = parsed.data;
  return [newest, ...earlier];
}

/** Reads a form's drafts, the newest first; what cannot be read is none. */
export async function readDrafts(owner: OwnerKey, key: string): Promise<FormDraft[]> {
  return parseDrafts(await readOwned('drafts', owner, key).catch(() => undefined));
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

/**
 * Changes a form's drafts in one transaction with the look at what lies there, of which another tab may have written some.
 *
 * @param newest what comes before them; undefined: nothing.
 * @param gone when those were saved that go: they were answered, or `newest` goes on from them.
 * @throws {DOMException} when the device fails.
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
    const earlier = others.length > 0 ? others.slice(0, MOST_EARLIER) : undefined;
    return keep(key, { ...first, earlier } satisfies z.infer<typeof draftsSchema>);
  });
}
