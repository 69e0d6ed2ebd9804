/** The stored records of unfinished duplicates: what a later run needs to continue them (docs/decisions/0086). */
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { dropOwned, keepOwned, readOwned } from '@/storage/owned-store';

import type { DuplicateJob } from './duplicate-job';
import type { DuplicateKind } from './duplicate-parts';

/** Version of the stored shape; raise it when older records must no longer be read. */
const DUPLICATE_RECORD_VERSION = 1;

const duplicateRecordSchema = z.object({
  version: z.literal(DUPLICATE_RECORD_VERSION),
  targetId: z.optional(idSchema),
  known: z.optional(z.array(idSchema)),
  attempt: z.optional(z.object({ part: z.string(), key: z.string(), body: z.string() })),
  /** The progress, for other tabs. */
  done: z.number(),
  all: z.number(),
});
type DuplicateRecord = z.infer<typeof duplicateRecordSchema>;

const keyOf = (kind: DuplicateKind, id: string) => `copy|${kind}/${id}`;

/** Reads the record of a duplicate; undefined if there is none, or it cannot be read. */
export async function readDuplicateRecord(
  owner: OwnerKey,
  kind: DuplicateKind,
  id: string,
): Promise<{ job: DuplicateJob; done: number; all: number } | undefined> {
  const stored = await readOwned('drafts', owner, keyOf(kind, id)).catch(() => undefined);
  const parsed = z.safeParse(duplicateRecordSchema, stored);
  if (!parsed.success) return undefined;
  const { done, all, targetId, known, attempt } = parsed.data;
  return { job: { kind, id, targetId, known, attempt }, done, all };
}

/** Stores the record of a duplicate. On a failing device nothing is stored: the duplicate itself goes on. */
export async function keepDuplicateRecord(
  owner: OwnerKey,
  { kind, id, targetId, known, attempt }: DuplicateJob,
  progress: { done: number; all: number },
): Promise<void> {
  const version = DUPLICATE_RECORD_VERSION;
  const record = { version, targetId, known: known && [...known], attempt, ...progress } satisfies DuplicateRecord;
  await keepOwned('drafts', owner, keyOf(kind, id), record).catch(() => false);
}

/** Deletes the record of a duplicate. */
export async function dropDuplicateRecord(owner: OwnerKey, { kind, id }: DuplicateJob): Promise<void> {
  await dropOwned('drafts', owner, keyOf(kind, id)).catch(() => undefined);
}
