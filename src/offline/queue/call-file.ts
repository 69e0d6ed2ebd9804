/**
 * Exports waiting and refused calls as a file, and imports it on any device of the same person. The file holds what the
 * learner did: no receipts, scores or tokens (docs/decisions/0039).
 */
import * as z from 'zod/mini';

import { idSchema, timestampSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { createId } from '@/storage/unique-id';

import { nextSeq } from './enqueue';
import { ENTRY_VERSION, type QueuedEntry, refusalSchema, type RefusedEntry } from './entries';
import { entryStates, findEntry, putEntry } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { readUpTo } from './queue-lists';
import { requireStaying, transact } from './queue-store';
import { queuedCallSchema } from './queued-calls';

/** Maximum size of an exported or imported file, bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Calls imported per transaction. */
const WRITE_BATCH = 100;

const base = { call: queuedCallSchema, title: z.optional(z.string()), queuedAt: timestampSchema };
const savedCallSchema = z.discriminatedUnion('state', [
  z.object({ ...base, state: z.literal('queued') }),
  z.object({ ...base, state: z.literal('refused'), refusal: refusalSchema }),
]);
type SavedCall = z.infer<typeof savedCallSchema>;

const callFileSchema = z.object({
  format: z.literal('manabiba-calls'),
  version: z.literal(1),
  /** The owner of the file's calls: the API host, and the user's id there. */
  apiHost: z.string(),
  userId: idSchema,
  savedAt: timestampSchema,
  calls: z.array(savedCallSchema),
});

/**
 * Why an import is refused: not a file of this format, written by a newer version of the app, too large, another
 * person's, or of another API host.
 */
export type FileFault = 'unreadable' | 'newer' | 'large' | 'person' | 'host';

/** Error: the import was refused; nothing was changed. */
export class CallFileError extends Error {
  override readonly name = 'CallFileError';
  constructor(readonly fault: FileFault) {
    super(`The file is not read: ${fault}`);
  }
}

function splitOwner(owner: OwnerKey): { apiHost: string; userId: string } {
  const at = owner.lastIndexOf('|');
  return { apiHost: owner.slice(0, at), userId: owner.slice(at + 1) };
}

function toSaved(entry: QueuedEntry | RefusedEntry): SavedCall {
  const { call, title, queuedAt } = entry;
  const fact = { call, title, queuedAt };
  return entry.state === 'queued'
    ? { ...fact, state: 'queued' }
    : { ...fact, state: 'refused', refusal: entry.refusal };
}

/** The export as formatted JSON. `count`: calls in it; `left`: the newest calls, which did not fit. */
export interface CallFile {
  text: string;
  count: number;
  left: number;
}

/** Exports an owner's waiting and refused calls, oldest first. @throws {StorageError} when the device fails. */
export async function makeCallFile(owner: OwnerKey): Promise<CallFile> {
  const lists = [
    await readUpTo('queued', owner, Number.POSITIVE_INFINITY),
    await readUpTo('refused', owner, Number.POSITIVE_INFINITY),
  ];
  const entries = lists.flatMap((list): (QueuedEntry | RefusedEntry)[] => list.entries).sort((a, b) => a.seq - b.seq);
  const head = { format: 'manabiba-calls', version: 1, ...splitOwner(owner), savedAt: new Date(now()).toISOString() };
  const textOf = (calls: readonly SavedCall[]) => JSON.stringify({ ...head, calls }, null, 1);
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  let calls = entries.map(toSaved);
  let text = textOf(calls);
  while (bytesOf(text) > MAX_FILE_BYTES) {
    calls = calls.slice(0, Math.floor(calls.length * 0.9));
    text = textOf(calls);
  }
  return { text, count: calls.length, left: entries.length - calls.length };
}

/** Parses an exported file and checks that it is this owner's. @throws {CallFileError} */
function parseCallFile(owner: OwnerKey, text: string): SavedCall[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new CallFileError('unreadable');
  }
  const version = z.safeParse(z.object({ format: z.literal('manabiba-calls'), version: z.number() }), parsed);
  if (version.success && version.data.version > 1) throw new CallFileError('newer');
  const file = z.safeParse(callFileSchema, parsed);
  if (!file.success) throw new CallFileError('unreadable');
  const { apiHost, userId } = splitOwner(owner);
  if (file.data.apiHost !== apiHost) throw new CallFileError('host');
  if (file.data.userId !== userId) throw new CallFileError('person');
  return file.data.calls;
}

/**
 * Imports one call in the state that the file gives, unless this device has the call or its receipt. Returns true if
 * the call was added.
 */
async function importCall(store: IDBObjectStore, owner: OwnerKey, saved: SavedCall): Promise<boolean> {
  for (const state of entryStates) if (await findEntry(store, state, owner, saved.call)) return false;
  const seq = await nextSeq(store);
  store.put(seq, ['seq']);
  putEntry(store, { ...saved, version: ENTRY_VERSION, seq, id: createId(), owner, attempts: 0 });
  return true;
}

/**
 * Imports a file into the queue, with the original times and `clientSubmitId`s. Calls that this device already has are
 * not changed.
 *
 * @returns `added`: calls imported; `known`: calls that were on the device already.
 * @throws {CallFileError} when the file is not this owner's; {StorageError} when the device fails. Calls imported until
 * then stay in the queue, and importing the file again imports the rest.
 */
export async function readCallFile(owner: OwnerKey, file: Blob): Promise<{ added: number; known: number }> {
  if (file.size > MAX_FILE_BYTES) throw new CallFileError('large');
  const calls = parseCallFile(owner, await file.text());
  let added = 0;
  for (let from = 0; from < calls.length; from += WRITE_BATCH) {
    added += await transact('readwrite', async (store) => {
      await requireStaying(store, owner);
      let count = 0;
      for (const saved of calls.slice(from, from + WRITE_BATCH)) {
        if (await importCall(store, owner, saved)) count += 1;
      }
      return count;
    });
  }
  queueChanged.publish({ owner });
  return { added, known: calls.length - added };
}
