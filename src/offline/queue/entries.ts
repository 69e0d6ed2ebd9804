/** Entries of the queue, as they stand on the device and are read back from it. */
import * as z from 'zod/mini';

import { type OwnerKey, ownerKeySchema } from '@/session/session';

import { queuedCallSchema } from './queued-calls';

/** The version of the stored shape; raise it together with a step in `migrations`. */
export const ENTRY_VERSION = 1 as const;

/**
 * That the server had forgotten it once (docs/decisions/0036): `sent` again, `seen` on the server since, or `left` as it is and
 * compared no more.
 */
const healedSchema = z.enum(['sent', 'seen', 'left']);

const entryBase = {
  version: z.literal(ENTRY_VERSION),
  /** The order of replay: given once, never by the clock. */
  seq: z.int().check(z.positive()),
  id: z.uuid(),
  /** Whose it is: `ownerKey()`, API host and user id. */
  owner: ownerKeySchema,
  call: queuedCallSchema,
  /** What the call is about, as it was called then: for the learner, never sent. */
  title: z.optional(z.string()),
  /** ISO 8601, by the server's clock as far as the device knew it. */
  queuedAt: z.string(),
  /** How often the server has answered "later". */
  attempts: z.int().check(z.nonnegative()),
  healed: z.optional(healedSchema),
};

/** Why the server refused a call. */
export const refusalSchema = z.object({
  status: z.int(),
  /** The server's words, '' when it said nothing. */
  reason: z.string(),
  /** ISO 8601, by the device's clock. */
  at: z.string(),
  /** It was stopped on its way again and again; the server itself has refused nothing. */
  isBlocked: z.optional(z.boolean()),
  /** The server had received it, and has forgotten it: nothing was refused, and it is not sent by itself. */
  isForgotten: z.optional(z.boolean()),
});
export type Refusal = z.infer<typeof refusalSchema>;

const receiptSchema = z.object({
  /** ISO 8601: the server's time when `byServer`, else the device's. */
  receivedAt: z.string(),
  byServer: z.boolean(),
  /** The answer, when it parsed as ours; read it with `readCallAnswer`. */
  answer: z.optional(z.unknown()),
  /** The answer to a submit named its `clientSubmitId`: this server knows a repeated one. */
  isEchoed: z.optional(z.boolean()),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** What stops a call that waits apart from the others (probing.ts). */
const blockSchema = z.object({
  /** The status that came instead of the server's answer; 0: none came, or one that says nothing. */
  status: z.int(),
  /** How often it was so while the server answered others, each time after the call's own wait. */
  times: z.int().check(z.nonnegative()),
});
export type Block = z.infer<typeof blockSchema>;

/** Milliseconds since 1970: not sent before. */
const notBefore = z.optional(z.number());
const blocked = z.optional(blockSchema);
const queuedEntrySchema = z.object({ ...entryBase, state: z.literal('queued'), notBefore, blocked });
const refusedEntrySchema = z.object({ ...entryBase, state: z.literal('refused'), refusal: refusalSchema });
const sentEntrySchema = z.object({ ...entryBase, state: z.literal('sent'), receipt: receiptSchema });
const entrySchema = z.discriminatedUnion('state', [queuedEntrySchema, refusedEntrySchema, sentEntrySchema]);

/** Waits to be sent, or is on its way. */
export type QueuedEntry = z.infer<typeof queuedEntrySchema>;
/** Refused by the server, and set aside for the learner (要確認). */
export type RefusedEntry = z.infer<typeof refusedEntrySchema>;
/** Received by the server: the receipt (送信済み). */
export type SentEntry = z.infer<typeof sentEntrySchema>;
export type Entry = z.infer<typeof entrySchema>;
export type EntryState = Entry['state'];
export type EntryIn<S extends EntryState> = Extract<Entry, { state: S }>;

/** What a stored record turned out to be. `newer`: of a later version of this app, after a rollback. */
export type ReadRecord<S extends EntryState> =
  | { kind: 'entry'; entry: EntryIn<S> }
  | { kind: 'newer' }
  | { kind: 'unreadable' };

type Migration = (record: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Version → how a record of it becomes one of the next version. */
const migrations: Readonly<Record<number, Migration>> = {};

/** Brings a record of an older version up to `target`, one step after the other; undefined when a step is missing. */
export function migrate(
  record: Record<string, unknown>,
  steps: Readonly<Record<number, Migration>> = migrations,
  target: number = ENTRY_VERSION,
): Record<string, unknown> | undefined {
  let migrated = record;
  for (let version = Number(record.version); version < target; version += 1) {
    const step = steps[version];
    if (!step) return undefined;
    migrated = { ...step(migrated), version: version + 1 };
  }
  return migrated;
}

const versionedSchema = z.looseObject({ version: z.int().check(z.positive()) });

/**
 * Reads a stored record through the schema of today (docs/offline.md, law 9).
 *
 * @param owner of the key it lay under, and `seq` of it: a record that says otherwise is not trusted.
 */
export function readRecord<S extends EntryState>(raw: unknown, state: S, owner: OwnerKey, seq: number): ReadRecord<S> {
  const versioned = z.safeParse(versionedSchema, raw);
  if (!versioned.success) return { kind: 'unreadable' };
  if (versioned.data.version > ENTRY_VERSION) return { kind: 'newer' };
  const parsed = z.safeParse(entrySchema, migrate(versioned.data));
  if (!parsed.success) return { kind: 'unreadable' };
  const entry = parsed.data;
  const isItself = entry.state === state && entry.owner === owner && entry.seq === seq;
  return isItself ? { kind: 'entry', entry: entry as EntryIn<S> } : { kind: 'unreadable' };
}
