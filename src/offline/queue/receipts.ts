/**
 * Limits of the stored receipts: 30 days by the server's and the device's clock, a maximum number, and no answers older
 * than a day.
 */
import * as z from 'zod/mini';

import { DAY_MS, HOUR_MS } from '@/lib/constants';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { isEchoOf } from './acknowledgement';
import type { Receipt, SentEntry } from './entries';
import { deleteEntry, findItself, putEntry } from './entry-store';
import { type EntryPage, readPage } from './queue-pages';
import { done, isLeaving, rangeOf, transact } from './queue-store';

/** Age at which receipts are deleted, ms (docs/offline.md, "Receipts"). */
const RECEIPT_TTL_MS = 30 * DAY_MS;
/** Maximum number of receipts without a server's time, whose age is unknown. */
const MAX_RECEIPTS_WITHOUT_TIME = 1000;
/** Maximum number of receipts, the newest: about 10 MB (docs/decisions/0036). */
export const MAX_RECEIPTS = 10_000;
/**
 * Age at which the server's answer is dropped from a receipt, ms: by then the server's progress shows what it answered.
 */
const ANSWER_TTL_MS = DAY_MS;
/** Number of receipts by which a maximum may be exceeded before a sweep deletes receipts. */
const SWEEP_SLACK = 100;

/**
 * `newestAt`: the newest server time in a receipt; `sweptAt`: the server time of the last sweep. Both in ms since 1970.
 */
const notesSchema = z.object({ newestAt: z.number(), sweptAt: z.number() });

async function readNotes(store: IDBObjectStore, owner: OwnerKey): Promise<z.infer<typeof notesSchema>> {
  const parsed = z.safeParse(notesSchema, await done<unknown>(store.get(['receipts', owner])));
  return parsed.success ? parsed.data : { newestAt: 0, sweptAt: 0 };
}

/** Stores the newest server time, in the transaction that writes the receipt. */
export async function noteReceipt(store: IDBObjectStore, owner: OwnerKey, receipt: Receipt): Promise<void> {
  const notes = await readNotes(store, owner);
  const receivedAt = receipt.byServer ? Date.parse(receipt.receivedAt) : 0;
  // The stored time is precise to an hour, so most receipts cost no write.
  if (receivedAt <= notes.newestAt + HOUR_MS) return;
  await done(store.put({ newestAt: receivedAt, sweptAt: notes.sweptAt || receivedAt }, ['receipts', owner]));
}

/**
 * Returns true if a receipt has expired both by the server's clock and by the device's, so that one clock that is 30
 * days ahead cannot cause a deletion by itself.
 */
function isOld({ receipt }: SentEntry, newestAt: number): boolean {
  const receivedAt = Date.parse(receipt.receivedAt);
  return receipt.byServer && newestAt - receivedAt > RECEIPT_TTL_MS && now() - receivedAt > RECEIPT_TTL_MS;
}

async function dropAll(entries: readonly SentEntry[]): Promise<void> {
  await transact('readwrite', async (store) => {
    for (const entry of entries) {
      const receipt = await findItself(store, 'sent', entry);
      if (receipt) await deleteEntry(store, receipt);
    }
  });
}

/**
 * Returns a submit's receipt without the server's answer, once the server's progress shows what it answered; undefined
 * if the receipt must not be changed.
 */
function withoutAnswer(entry: SentEntry, newestAt: number): SentEntry | undefined {
  const { call, receipt } = entry;
  const { answer, ...rest } = receipt;
  if (call.kind === 'lesson-read' || answer === undefined) return undefined;
  if (newestAt - Date.parse(receipt.receivedAt) <= ANSWER_TTL_MS) return undefined;
  const isEchoed = rest.isEchoed ?? isEchoOf(call, answer);
  return { ...entry, receipt: { ...rest, isEchoed } };
}

async function dropAnswers(entries: readonly SentEntry[], newestAt: number): Promise<void> {
  await transact('readwrite', async (store) => {
    for (const entry of entries) {
      const receipt = await findItself(store, 'sent', entry);
      const small = receipt && withoutAnswer(receipt, newestAt);
      if (small) putEntry(store, small);
    }
  });
}

async function sweep(owner: OwnerKey, newestAt: number, count: number): Promise<void> {
  let left = count;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { entries, last }: EntryPage<'sent'> = await readPage('sent', owner, { after });
    const old: SentEntry[] = [];
    for (const entry of entries) {
      const most = entry.receipt.byServer ? MAX_RECEIPTS : MAX_RECEIPTS_WITHOUT_TIME;
      if (isOld(entry, newestAt) || left > most) old.push(entry);
      left -= 1;
    }
    if (old.length > 0) await dropAll(old);
    const large = entries.filter((entry) => !old.includes(entry) && withoutAnswer(entry, newestAt));
    if (large.length > 0) await dropAnswers(large, newestAt);
    after = last;
  }
}

/**
 * Deletes expired receipts, and old answers in the others, at most once a day by the server's clock. Replay calls it
 * when nothing is left to send.
 *
 * @throws {StorageError} when the device fails.
 */
export async function dropOldReceipts(owner: OwnerKey): Promise<void> {
  const [{ newestAt, sweptAt }, count] = await transact('readonly', (store) =>
    Promise.all([readNotes(store, owner), done(store.count(rangeOf('sent', owner)))]),
  );
  const isTooMany = count > (newestAt === 0 ? MAX_RECEIPTS_WITHOUT_TIME : MAX_RECEIPTS) + SWEEP_SLACK;
  if (newestAt - sweptAt < DAY_MS && !isTooMany) return;
  await sweep(owner, newestAt, count);
  await transact('readwrite', async (store) => {
    if (!(await isLeaving(store, owner))) await done(store.put({ newestAt, sweptAt: newestAt }, ['receipts', owner]));
  });
}
