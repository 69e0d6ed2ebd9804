/** The stored records of unfinished copies: what a later run needs to continue them (docs/decisions/0086). */
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { dropOwned, keepOwned, readOwned } from '@/storage/owned-store';

import type { CopyJob } from './copy-job';
import type { CopyKind } from './copy-parts';

/** Version of the stored shape; raise it when older records must no longer be read. */
const COPY_RECORD_VERSION = 1;

const copyRecordSchema = z.object({
  version: z.literal(COPY_RECORD_VERSION),
  targetId: z.optional(idSchema),
  known: z.optional(z.array(idSchema)),
  attempt: z.optional(z.object({ part: z.string(), key: z.string(), body: z.string() })),
  /** The progress, for other tabs. */
  done: z.number(),
  all: z.number(),
});
type CopyRecord = z.infer<typeof copyRecordSchema>;

const keyOf = (kind: CopyKind, id: string) => `copy|${kind}/${id}`;

/** Reads the record of a copy; undefined if there is none, or it cannot be read. */
export async function readCopyRecord(
  owner: OwnerKey,
  kind: CopyKind,
  id: string,
): Promise<{ job: CopyJob; done: number; all: number } | undefined> {
  const stored = await readOwned('drafts', owner, keyOf(kind, id)).catch(() => undefined);
  const parsed = z.safeParse(copyRecordSchema, stored);
  if (!parsed.success) return undefined;
  const { done, all, targetId, known, attempt } = parsed.data;
  return { job: { kind, id, targetId, known, attempt }, done, all };
}

/** Stores the record of a copy. On a failing device nothing is stored: the copy itself goes on. */
export async function keepCopyRecord(
  owner: OwnerKey,
  { kind, id, targetId, known, attempt }: CopyJob,
  progress: { done: number; all: number },
): Promise<void> {
  const version = COPY_RECORD_VERSION;
  const record = { version, targetId, known: known && [...known], attempt, ...progress } satisfies CopyRecord;
  await keepOwned('drafts', owner, keyOf(kind, id), record).catch(() => false);
}

/** Deletes the record of a copy. */
export async function dropCopyRecord(owner: OwnerKey, { kind, id }: CopyJob): Promise<void> {
  await dropOwned('drafts', owner, keyOf(kind, id)).catch(() => undefined);
}
