/**
 * Drafts of answers: stored on the device with every change, by owner and question set.
 *
 * Each draft has two records in the owned store `drafts`: `answers|<set>` holds the answers and survives a sign-out
 * that keeps unsent work; `seen|<set>` holds the answered questions and is deleted at every sign-out. When all answers
 * are removed, an empty record is kept as a tombstone, so that another tab does not restore them.
 */
import * as z from 'zod/mini';

import { type QuestionSet, questionSetSchema } from '@/api/question-sets';
import { idSchema, timestampSchema } from '@/api/shapes';
import { answerSchema, MAX_ANSWER_LENGTH } from '@/api/submits';
import { trimLoneSurrogate } from '@/lib/trim-lone-surrogate';
import { readQueueMark } from '@/offline/eviction/eviction-detector';
import { findRecord, listUnreadable } from '@/offline/queue/queue-lists';
import { ANSWER_DRAFTS } from '@/offline/wipe';
import { findSubmit } from '@/queries/progress/submit-entries';
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';
import { runInTurn } from '@/storage/locks';
import { changeOwned, listOwned, readOwned } from '@/storage/owned-store';
import { StorageError, toStorageError } from '@/storage/storage-error';
import { isAnswer, isEmptySheet } from '@/study/answer-sheet';

/** Version of a stored draft's format; a record of another version is ignored and not changed. */
const DRAFT_VERSION = 1;
/** Maximum number of unreadable queue records whose text is searched for the id of a submit. */
const MAX_UNREADABLE = 10_000;

/** A text answer, cut to its maximum length: it may exceed the limit during input method composition. */
const fittingText = z.string().check(z.overwrite((text) => trimLoneSurrogate(text.slice(0, MAX_ANSWER_LENGTH))));

const draftSchema = z.object({
  version: z.literal(DRAFT_VERSION),
  /** The version of the question set that was answered. */
  questionSetUpdatedAt: z.optional(timestampSchema),
  answers: z.array(z.extend(answerSchema, { text: z.optional(fittingText) })),
  flagged: z.array(idSchema),
  /**
   * The seed for the order of shuffled choices (choice-order.ts); absent in drafts of sets without shuffling and of
   * older builds.
   */
  seed: z.optional(z.string()),
  /**
   * Set when the learner presses 提出 (submit): the submit's id, whether it has been queued, and the mark of its queue
   * (eviction-detector.ts).
   */
  submit: z.optional(z.object({ id: z.uuid(), isQueued: z.boolean(), queue: z.optional(z.string()) })),
});
export type AnswerDraft = Omit<z.infer<typeof draftSchema>, 'version'>;

/**
 * The queue's mark (eviction-detector.ts) as last read; in memory, because storing an answer must not wait: the page
 * may be closing.
 */
let knownQueue: string | undefined;

/** Converts a draft to the record that is stored; a queued submit gets the queue's mark. */
function toRecord({ submit, ...draft }: AnswerDraft) {
  const marked = submit?.isQueued ? { ...submit, queue: submit.queue ?? knownQueue } : submit;
  return { ...draft, submit: marked, version: DRAFT_VERSION };
}

const answersKey = (questionSetId: string) => ANSWER_DRAFTS.prefix + questionSetId;
const seenKey = (questionSetId: string) => `seen|${questionSetId}`;

/** Runs reads and writes of one draft one after the other in this tab, so that the newest answer is stored last. */
async function serialized<T>(owner: OwnerKey, questionSetId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await runInTurn(`draft|${owner}|${questionSetId}`, work);
  } catch (error) {
    throw toStorageError(error);
  }
}

/** The signal that this tab has changed a draft, for the other tabs. */
const draftChanged = createBroadcast<{ owner: OwnerKey; questionSetId: string }>('draft-changed');

/** Calls `listener` when another tab has changed a draft. @returns a function that unsubscribes. */
export function subscribeToDraft(owner: OwnerKey, questionSetId: string, listener: () => void): () => void {
  return draftChanged.subscribeToOthers((message) => {
    if (message.owner === owner && message.questionSetId === questionSetId) listener();
  });
}

function parseDraft(record: unknown): AnswerDraft | undefined {
  const parsed = z.safeParse(draftSchema, record);
  return parsed.success ? parsed.data : undefined;
}

/** The stored draft of one question set, with the questions that it answers. */
export interface StoredDraft {
  draft: AnswerDraft;
  /** The questions that the draft answers; undefined after a sign-out, or when the record cannot be read. */
  seen?: QuestionSet;
}

/** Parses stored questions; undefined unless they are of exactly this version. */
function parseSeen(record: unknown, questionSetId: string, updatedAt: string | undefined): QuestionSet | undefined {
  const seen = z.safeParse(questionSetSchema, record);
  return seen.success && seen.data.id === questionSetId && seen.data.updatedAt === updatedAt ? seen.data : undefined;
}

/** Reads the questions that a draft or submit answers; undefined unless they are of exactly this version. */
export async function readSeenQuestions(
  owner: OwnerKey,
  questionSetId: string,
  updatedAt: string | undefined,
): Promise<QuestionSet | undefined> {
  const record = await serialized(owner, questionSetId, () => readOwned('drafts', owner, seenKey(questionSetId)));
  return parseSeen(record, questionSetId, updatedAt);
}

/**
 * Reads and changes a draft in one transaction, because another tab may write at the same time; once this resolves, the
 * draft is on the device. An unreadable draft is treated as if there were none.
 *
 * @param change gets the stored draft, with its questions if they are of another version than `updatedAt`, and returns
 * the draft to store; stored questions stay unchanged if the result has none.
 * @throws {StorageError} when nothing was stored.
 */
export function changeDraft(
  owner: OwnerKey,
  questionSetId: string,
  updatedAt: string | undefined,
  change: (stored: StoredDraft | undefined) => StoredDraft,
): Promise<void> {
  return serialized(owner, questionSetId, async () => {
    const isKept = await changeOwned('drafts', owner, async ({ read, keep }) => {
      const draft = parseDraft(await read(answersKey(questionSetId)));
      const version = draft?.questionSetUpdatedAt;
      const isOther = version !== undefined && version !== updatedAt;
      const seen = isOther ? parseSeen(await read(seenKey(questionSetId)), questionSetId, version) : undefined;
      const changed = change(draft && { draft, seen });
      await keep(answersKey(questionSetId), toRecord(changed.draft));
      if (changed.seen) await keep(seenKey(questionSetId), changed.seen);
    });
    if (!isKept) throw new StorageError('leaving');
    draftChanged.publish({ owner, questionSetId });
  });
}

/** Returns whether the draft's answers were submitted: they belong to a submit that is or was in the queue. */
async function isSubmitted(owner: OwnerKey, questionSetId: string, { submit }: AnswerDraft): Promise<boolean> {
  if (!submit) return false;
  if (submit.isQueued) return true;
  return (await findSubmit(owner, questionSetId, submit.id)) !== undefined;
}

/**
 * Reads the draft that a learner can continue; undefined if there is no draft or it is submitted.
 *
 * @throws {StorageError} when the device fails.
 */
export async function readUnfinishedDraft(owner: OwnerKey, questionSetId: string): Promise<StoredDraft | undefined> {
  const record = await serialized(owner, questionSetId, () => readOwned('drafts', owner, answersKey(questionSetId)));
  const draft = parseDraft(record);
  if (!draft || isEmptySheet(draft) || (await isSubmitted(owner, questionSetId, draft))) return undefined;
  return { draft, seen: await readSeenQuestions(owner, questionSetId, draft.questionSetUpdatedAt) };
}

async function listDrafts(owner: OwnerKey): Promise<{ questionSetId: string; draft: AnswerDraft }[]> {
  const records = await listOwned('drafts', owner);
  return records.flatMap(([key, record]) => {
    const draft = key.startsWith(ANSWER_DRAFTS.prefix) ? parseDraft(record) : undefined;
    return draft ? [{ questionSetId: key.slice(ANSWER_DRAFTS.prefix.length), draft }] : [];
  });
}

/**
 * Counts the question sets with unsubmitted answers; answers of a queued submit are not counted here.
 *
 * @throws {StorageError} when the device fails.
 */
export async function countUnfinishedDrafts(owner: OwnerKey): Promise<number> {
  try {
    const drafts = (await listDrafts(owner)).filter(({ draft }) => draft.answers.some(isAnswer));
    const submitted = await Promise.all(
      drafts.map(({ questionSetId, draft }) => isSubmitted(owner, questionSetId, draft)),
    );
    return submitted.filter((isOne) => !isOne).length;
  } catch (error) {
    throw toStorageError(error);
  }
}

type DraftedSubmit = NonNullable<AnswerDraft['submit']>;

/**
 * Returns true if an unreadable queue record's text contains the submit's id and is no receipt (confirmation of a sent
 * call).
 */
function isUnsent(text: string, id: string): boolean {
  if (!text.toLowerCase().includes(id.toLowerCase())) return false;
  return !z.safeParse(z.object({ state: z.literal('sent') }), JSON.parse(text)).success;
}

/**
 * Returns whether a submit is missing from the queue because the browser evicted the queue or the entry cannot be read,
 * not because the user discarded it.
 */
async function isLost(owner: OwnerKey, { id, queue }: DraftedSubmit): Promise<boolean> {
  if (queue !== undefined && queue !== knownQueue) return true;
  return (await listUnreadable(owner, MAX_UNREADABLE)).some(({ text }) => isUnsent(text, id));
}

/** Returns the draft's submit, updated by the present state of the queue; undefined when the draft is to be deleted. */
async function settle(
  owner: OwnerKey,
  questionSetId: string,
  submit: DraftedSubmit,
): Promise<DraftedSubmit | undefined> {
  const clientSubmitId = submit.id;
  const record = await findRecord(owner, { kind: 'answer-submit', submit: { questionSetId, clientSubmitId } });
  if (record?.state === 'sent') return undefined;
  if (!submit.isQueued || record?.kind === 'newer') return submit;
  // Update the draft's queue mark: a draft of an older build has none, and the mark may have changed while the page was
  // open.
  if (record?.kind === 'entry') return submit.queue === knownQueue ? submit : { ...submit, queue: knownQueue };
  const isOpen = record !== undefined || (await isLost(owner, submit));
  return isOpen ? { id: submit.id, isQueued: false } : undefined;
}

/**
 * Deletes the drafts whose submit was discarded (破棄) or has a receipt (confirmation of a sent call). Call it before a
 * set is opened or drafts are counted, and after each receipt. A draft whose submit was lost becomes editable again,
 * with the same submit id.
 *
 * @throws {StorageError} when the device's storage fails; the next call continues.
 */
export async function clearSubmittedDrafts(owner: OwnerKey): Promise<void> {
  knownQueue = await readQueueMark();
  for (const { questionSetId, draft } of await listDrafts(owner)) {
    if (!draft.submit) continue;
    const settled = await settle(owner, questionSetId, draft.submit);
    if (settled !== draft.submit) await changeIfSame(owner, questionSetId, draft, settled);
  }
}

/**
 * Changes a draft only if it still belongs to the same submit, in one transaction: a new attempt may have replaced the
 * draft.
 *
 * @param submit the new value; undefined deletes the draft.
 */
async function changeIfSame(
  owner: OwnerKey,
  questionSetId: string,
  draft: AnswerDraft,
  submit: AnswerDraft['submit'],
): Promise<void> {
  await serialized(owner, questionSetId, () =>
    changeOwned('drafts', owner, async ({ read, keep, drop }) => {
      const there = parseDraft(await read(answersKey(questionSetId)));
      if (there?.submit?.id !== draft.submit?.id) return;
      if (there && submit) await keep(answersKey(questionSetId), toRecord({ ...there, submit }));
      else await Promise.all([drop(answersKey(questionSetId)), drop(seenKey(questionSetId))]);
    }),
  );
}
