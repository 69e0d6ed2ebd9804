/**
 * Answers that are not submitted yet, kept on the device as they are made, by owner and question set.
 *
 * Two records of the owned store `drafts`: `answers|<set>` holds the answers, and stays at a sign-out that keeps what
 * waits; `seen|<set>` holds the questions as they were seen, and leaves with everything else that is readable. Answers
 * that were all taken back stay as an empty record, which counts as none: a tab that has not heard must not bring them back.
 */
import * as z from 'zod/mini';

import { type QuestionSet, questionSetSchema } from '@/api/question-sets';
import { idSchema, timestampSchema } from '@/api/shapes';
import { answerSchema, MAX_ANSWER_LENGTH } from '@/api/submits';
import { trimLoneSurrogate } from '@/lib/trim-lone-surrogate';
import { readQueueMark } from '@/offline/eviction/eviction-detector';
import { findRecord, listUnreadable } from '@/offline/queue/queue-lists';
import { ANSWER_DRAFTS } from '@/offline/wipe';
import { findSubmit } from '@/queries/submit-entries';
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';
import { runInTurn } from '@/storage/locks';
import { changeOwned, listOwned, readOwned } from '@/storage/owned-store';
import { StorageError, toStorageError } from '@/storage/storage-error';
import { isAnswer, isEmptySheet } from '@/study/answer-sheet';

/** The version of the stored shape; a record of another one is left alone and counts as none. */
const DRAFT_VERSION = 1;
/** So many records that did not parse are looked through for a submit. */
const MOST_UNREADABLE = 10_000;

/** A text is longer than it may be while something is composed at its end. */
const fittingText = z.string().check(z.overwrite((text) => trimLoneSurrogate(text.slice(0, MAX_ANSWER_LENGTH))));

const draftSchema = z.object({
  version: z.literal(DRAFT_VERSION),
  /** The version of the set that is being answered. */
  questionSetUpdatedAt: timestampSchema,
  answers: z.array(z.extend(answerSchema, { text: z.optional(fittingText) })),
  flagged: z.array(idSchema),
  /** From 提出 on: the submit that the answers belong to, whether it has been in the queue, and the mark of that queue. */
  submit: z.optional(z.object({ id: z.uuid(), isQueued: z.boolean(), queue: z.optional(z.string()) })),
});
export type AnswerDraft = Omit<z.infer<typeof draftSchema>, 'version'>;

/** The queue's mark, as it was last looked at: an answer waits for no look, or a page that is left would keep nothing. */
let knownQueue: string | undefined;

/** As it is stored: a submit in the queue says in which. */
function toRecord({ submit, ...draft }: AnswerDraft) {
  const marked = submit?.isQueued ? { ...submit, queue: submit.queue ?? knownQueue } : submit;
  return { ...draft, submit: marked, version: DRAFT_VERSION };
}

const answersKey = (questionSetId: string) => ANSWER_DRAFTS.prefix + questionSetId;
const seenKey = (questionSetId: string) => `seen|${questionSetId}`;

/** Reads and writes of one draft in this tab take turns, so that the newest answer is the one that stays. */
async function inTurnOf<T>(owner: OwnerKey, questionSetId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await runInTurn(`draft|${owner}|${questionSetId}`, work);
  } catch (error) {
    throw toStorageError(error);
  }
}

/** A tab has changed the answers to a question set. */
const draftChanged = createBroadcast<{ owner: OwnerKey; questionSetId: string }>('draft-changed');

/** Calls `listener` when another tab has changed the answers to a question set; returns how to stop. */
export function subscribeToDraft(owner: OwnerKey, questionSetId: string, listener: () => void): () => void {
  return draftChanged.subscribeToOthers((news) => {
    if (news.owner === owner && news.questionSetId === questionSetId) listener();
  });
}

function parseDraft(record: unknown): AnswerDraft | undefined {
  const parsed = z.safeParse(draftSchema, record);
  return parsed.success ? parsed.data : undefined;
}

/** What lies on the device of one question set: the answers, and the questions they were given to. */
export interface StoredDraft {
  draft: AnswerDraft;
  /** Undefined after a sign-out, or where the record cannot be read. */
  seen?: QuestionSet;
}

/** The questions of a record, when they are of the very version that a draft or submit answers. */
function parseSeen(record: unknown, questionSetId: string, updatedAt: string): QuestionSet | undefined {
  const seen = z.safeParse(questionSetSchema, record);
  return seen.success && seen.data.id === questionSetId && seen.data.updatedAt === updatedAt ? seen.data : undefined;
}

/** The questions as they were seen, when they are of the very version that a draft or submit answers. */
export async function readSeenQuestions(
  owner: OwnerKey,
  questionSetId: string,
  updatedAt: string,
): Promise<QuestionSet | undefined> {
  const record = await inTurnOf(owner, questionSetId, () => readOwned('drafts', owner, seenKey(questionSetId)));
  return parseSeen(record, questionSetId, updatedAt);
}

/**
 * Changes the answers in one transaction with the look at what lies there, which another tab may have written this very
 * moment; when this resolves they are on the device. What cannot be read counts as nothing.
 *
 * @param change gets the questions with the answers where they are of another version than `updatedAt`, and says what is
 * kept from now on; questions that it leaves out stay as they are.
 * @throws {StorageError} when nothing was kept.
 */
export function changeDraft(
  owner: OwnerKey,
  questionSetId: string,
  updatedAt: string,
  change: (there: StoredDraft | undefined) => StoredDraft,
): Promise<void> {
  return inTurnOf(owner, questionSetId, async () => {
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

/** Whether the answers belong to a submit that stands in the queue or has its receipt, or did and was thrown away. */
async function isSubmitted(owner: OwnerKey, questionSetId: string, { submit }: AnswerDraft): Promise<boolean> {
  if (!submit) return false;
  if (submit.isQueued) return true;
  return (await findSubmit(owner, questionSetId, submit.id)) !== undefined;
}

/**
 * Reads the answers that a learner can go on with; undefined when there are none, or they are submitted.
 *
 * @throws {StorageError} when the device fails.
 */
export async function readUnfinishedDraft(owner: OwnerKey, questionSetId: string): Promise<StoredDraft | undefined> {
  const record = await inTurnOf(owner, questionSetId, () => readOwned('drafts', owner, answersKey(questionSetId)));
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
 * How many question sets have answers that are not submitted; those of a submit that waits count there.
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

/** Whether a text is of a record that has the submit, and no receipt of it. */
function isUnsent(text: string, id: string): boolean {
  if (!text.toLowerCase().includes(id.toLowerCase())) return false;
  return !z.safeParse(z.object({ state: z.literal('sent') }), JSON.parse(text)).success;
}

/** Whether a submit is missing because the browser has deleted its queue, or its entry cannot be read: nobody threw it away. */
async function isLost(owner: OwnerKey, { id, queue }: DraftedSubmit): Promise<boolean> {
  if (queue !== undefined && queue !== knownQueue) return true;
  return (await listUnreadable(owner, MOST_UNREADABLE)).some(({ text }) => isUnsent(text, id));
}

/** What answers belong to from now on, as the queue stands: the same submit where nothing has changed; undefined: they go. */
async function settle(
  owner: OwnerKey,
  questionSetId: string,
  submit: DraftedSubmit,
): Promise<DraftedSubmit | undefined> {
  const clientSubmitId = submit.id;
  const record = await findRecord(owner, { kind: 'answer-submit', submit: { questionSetId, clientSubmitId } });
  if (record?.state === 'sent') return undefined;
  if (!submit.isQueued || record?.kind === 'newer') return submit;
  // An older build says in no queue, and this one may have been made while a page was open.
  if (record?.kind === 'entry') return submit.queue === knownQueue ? submit : { ...submit, queue: knownQueue };
  const isOpen = record !== undefined || (await isLost(owner, submit));
  return isOpen ? { id: submit.id, isQueued: false } : undefined;
}

/**
 * Clears the drafts whose submit has its receipt, or was in the queue and is not any more (破棄); to be called before a
 * set is opened or drafts are counted, and after each receipt. Answers whose submit was lost are there to go on with, as the same submit.
 *
 * @throws {StorageError} when the device fails; the next call goes on.
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
 * Looks and changes in one transaction: a new attempt may take the draft's place, in this tab or another.
 *
 * @param submit what the answers belong to from now on; undefined: they go.
 */
async function changeIfSame(
  owner: OwnerKey,
  questionSetId: string,
  draft: AnswerDraft,
  submit: AnswerDraft['submit'],
): Promise<void> {
  await inTurnOf(owner, questionSetId, () =>
    changeOwned('drafts', owner, async ({ read, keep, drop }) => {
      const there = parseDraft(await read(answersKey(questionSetId)));
      if (there?.submit?.id !== draft.submit?.id) return;
      if (there && submit) await keep(answersKey(questionSetId), toRecord({ ...there, submit }));
      else await Promise.all([drop(answersKey(questionSetId)), drop(seenKey(questionSetId))]);
    }),
  );
}
