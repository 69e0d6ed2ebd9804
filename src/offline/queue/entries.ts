/** The queue's entries: their stored shape, its migrations, and how a stored record is parsed. */
import * as z from 'zod/mini';

import { type OwnerKey, ownerKeySchema } from '@/session/session';

import { queuedCallSchema } from './queued-calls';

/** The version of the stored shape. Raise it together with a step in `migrations`. */
export const ENTRY_VERSION = 1 as const;

/**
 * Set once the server had lost this call (docs/decisions/0036). `sent`: the call was sent again; `seen`: the server has
 * shown the call since; `left`: the call is left alone and no longer compared.
 */
const healedSchema = z.enum(['sent', 'seen', 'left']);

const entryBase = {
  version: z.literal(ENTRY_VERSION),
  /** The entry's place in the order of replay, from a counter, never from a clock. */
  seq: z.int().check(z.positive()),
  id: z.uuid(),
  /** `ownerKey()`: API host and user id. */
  owner: ownerKeySchema,
  call: queuedCallSchema,
  /** The title of the lesson or question set when it was recorded. Shown to the learner, never sent. */
  title: z.optional(z.string()),
  /** The time of the action, ISO 8601, by the server's clock as the device knew it (server-time.ts). */
  queuedAt: z.string(),
  /** How often the server has postponed the call. */
  attempts: z.int().check(z.nonnegative()),
  healed: z.optional(healedSchema),
};

/** Why the server refused a call. */
export const refusalSchema = z.object({
  status: z.int(),
  /** The server's message, '' if it sent none. */
  reason: z.string(),
  /** The time of the refusal, ISO 8601, by the device's clock. */
  at: z.string(),
  /** True if something between device and server stopped the call every time; the server itself refused nothing. */
  isBlocked: z.optional(z.boolean()),
  /** The version of the dialect with which the call was sent; undefined in builds without one. */
  dialect: z.optional(z.string()),
  /**
   * True if the server had received the call and lost it. The call was not refused, and is sent again only when the
   * learner asks.
   */
  isForgotten: z.optional(z.boolean()),
});
export type Refusal = z.infer<typeof refusalSchema>;

const receiptSchema = z.object({
  /** The time of receipt, ISO 8601: by the server's clock if `byServer`, else by the device's. */
  receivedAt: z.string(),
  byServer: z.boolean(),
  /** The server's answer, if it parsed; read it with `readCallAnswer`. */
  answer: z.optional(z.unknown()),
  /** True if the answer to a submit repeated its `clientSubmitId`: this server deduplicates submits. */
  isEchoed: z.optional(z.boolean()),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** The obstacle that blocks a call which waits apart from the others (probing.ts). */
const blockSchema = z.object({
  /** The status that came instead of the server's answer; 0 if none came, or an unreadable one. */
  status: z.int(),
  /** How often the call was blocked while the server answered other calls, each time after the call's own delay. */
  times: z.int().check(z.nonnegative()),
});
export type Block = z.infer<typeof blockSchema>;

/** The call is not sent before this time, in ms since 1970. */
const notBefore = z.optional(z.number());
const blocked = z.optional(blockSchema);
/** Set if the dialect could not translate the call for the server, so that nothing was sent. */
const unsentSchema = z.object({
  /** The version of the dialect. */
  dialect: z.string(),
  /** What is wrong, for the integrator: the call and the field. */
  reason: z.string(),
});
export type Unsent = z.infer<typeof unsentSchema>;
const unsent = z.optional(unsentSchema);
const queuedEntrySchema = z.object({ ...entryBase, state: z.literal('queued'), notBefore, blocked, unsent });
const refusedEntrySchema = z.object({ ...entryBase, state: z.literal('refused'), refusal: refusalSchema });
const sentEntrySchema = z.object({ ...entryBase, state: z.literal('sent'), receipt: receiptSchema });
const entrySchema = z.discriminatedUnion('state', [queuedEntrySchema, refusedEntrySchema, sentEntrySchema]);

/** `queued`: the entry waits to be sent, or is in flight. */
export type QueuedEntry = z.infer<typeof queuedEntrySchema>;
/** `refused`: the server refused the entry, and it is listed for the learner (要確認). */
export type RefusedEntry = z.infer<typeof refusedEntrySchema>;
/** `sent`: the server received the entry; it is the receipt (送信済み). */
export type SentEntry = z.infer<typeof sentEntrySchema>;
export type Entry = z.infer<typeof entrySchema>;
export type EntryState = Entry['state'];
export type EntryIn<S extends EntryState> = Extract<Entry, { state: S }>;

/** The result of parsing a stored record. `newer`: written by a later version of this app, before a rollback. */
export type ReadRecord<S extends EntryState> =
  | { kind: 'entry'; entry: EntryIn<S> }
  | { kind: 'newer' }
  | { kind: 'unreadable' };

type Migration = (record: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Migrations by version: each converts a record to the next version. */
const migrations: Readonly<Record<number, Migration>> = {};

/** Migrates a record step by step up to version `target`; undefined if a step is missing. */
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
 * Parses a stored record, after migrating it (docs/offline.md, law 9).
 *
 * @param owner the owner in the record's key; `seq` is from the key, too. A record that contains another owner or seq
 * is `unreadable`.
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
