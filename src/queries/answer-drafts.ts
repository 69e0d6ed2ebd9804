/**
 * Answers that are not submitted yet, kept on the device as they are made, by owner and question set.
 *
 * Two records of the owned store `drafts`: `answers|<set>` holds the answers, and stays at a sign-out that keeps what
 * waits; `seen|<set>` holds the questions as they were seen, and leaves with everything else that is readable.
 */
import * as z from 'zod/mini';

import { type QuestionSet, questionSetSchema } from '@/api/question-sets';
import { idSchema, timestampSchema } from '@/api/shapes';
import { answerSchema } from '@/api/submits';
import { ANSWER_DRAFTS } from '@/offline/wipe';
import { hearNews, tellNews } from '@/storage/news';
import { dropOwned, keepOwned, listOwned, readOwned } from '@/storage/owned-store';
import { StorageError, toStorageError } from '@/storage/storage-error';

import { isAnswer } from './answer-sheet';
import { listSubmits } from './submit-entries';

/** The version of the stored shape; a record of another one is left alone and counts as none. */
const DRAFT_VERSION = 1;

const draftSchema = z.object({
  version: z.literal(DRAFT_VERSION),
  /** The version of the set that is being answered. */
  questionSetUpdatedAt: timestampSchema,
  answers: z.array(answerSchema),
  flagged: z.array(idSchema),
  /** From 提出 on: the submit that the answers belong to, and whether it has been in the queue. */
  submit: z.optional(z.object({ id: z.uuid(), isQueued: z.boolean() })),
});
export type AnswerDraft = Omit<z.infer<typeof draftSchema>, 'version'>;

const answersKey = (questionSetId: string) => ANSWER_DRAFTS.prefix + questionSetId;
const seenKey = (questionSetId: string) => `seen|${questionSetId}`;

/** Reads and writes of one draft take turns, so that the newest answer is the one that stays. */
const turns = new Map<string, Promise<unknown>>();
async function inTurn<T>(owner: string, questionSetId: string, work: () => Promise<T>): Promise<T> {
  const key = `${owner}|${questionSetId}`;
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } catch (error) {
    throw toStorageError(error);
  }
}

async function keep(owner: string, key: string, value: unknown): Promise<void> {
  if (!(await keepOwned('drafts', owner, key, value))) throw new StorageError('leaving');
}

function tellDraftChange(owner: string, questionSetId: string): void {
  tellNews({ type: 'draft-changed', owner, questionSetId });
}

/** Calls `listener` when another tab has changed the answers to a question set; returns how to stop. */
export function hearDraftChanges(owner: string, questionSetId: string, listener: () => void): () => void {
  return hearNews((news) => {
    if (news.type === 'draft-changed' && news.owner === owner && news.questionSetId === questionSetId) listener();
  });
}

/** Keeps the answers; when this resolves they are on the device. @throws {StorageError} when they are NOT. */
export function keepDraft(owner: string, questionSetId: string, draft: AnswerDraft): Promise<void> {
  return inTurn(owner, questionSetId, async () => {
    await keep(owner, answersKey(questionSetId), { ...draft, version: DRAFT_VERSION });
    tellDraftChange(owner, questionSetId);
  });
}

/** Keeps the questions as they were seen. @throws {StorageError} when the device fails. */
export function keepSeenQuestions(owner: string, seen: QuestionSet): Promise<void> {
  return inTurn(owner, seen.id, () => keep(owner, seenKey(seen.id), seen));
}

/** Throws a draft away. @throws {StorageError} when the device fails. */
export function dropDraft(owner: string, questionSetId: string): Promise<void> {
  return inTurn(owner, questionSetId, async () => {
    await dropOwned('drafts', owner, answersKey(questionSetId));
    await dropOwned('drafts', owner, seenKey(questionSetId));
    tellDraftChange(owner, questionSetId);
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

/** The questions as they were seen, when they are of the very version that a draft or submit answers. */
export async function readSeenQuestions(
  owner: string,
  questionSetId: string,
  updatedAt: string,
): Promise<QuestionSet | undefined> {
  const record = await inTurn(owner, questionSetId, () => readOwned('drafts', owner, seenKey(questionSetId)));
  const seen = z.safeParse(questionSetSchema, record);
  return seen.success && seen.data.id === questionSetId && seen.data.updatedAt === updatedAt ? seen.data : undefined;
}

/** Whether the answers belong to a submit that stands in the queue or has its receipt, or did and was thrown away. */
async function isSubmitted(owner: string, questionSetId: string, { submit }: AnswerDraft): Promise<boolean> {
  if (!submit) return false;
  if (submit.isQueued) return true;
  const entries = await listSubmits(owner, questionSetId);
  return entries.some(({ call }) => call.submit.clientSubmitId === submit.id);
}

/**
 * Reads the answers that a learner can go on with; undefined when there are none, or they are submitted.
 *
 * @throws {StorageError} when the device fails.
 */
export async function readUnfinishedDraft(owner: string, questionSetId: string): Promise<StoredDraft | undefined> {
  const record = await inTurn(owner, questionSetId, () => readOwned('drafts', owner, answersKey(questionSetId)));
  const draft = parseDraft(record);
  if (!draft || (await isSubmitted(owner, questionSetId, draft))) return undefined;
  return { draft, seen: await readSeenQuestions(owner, questionSetId, draft.questionSetUpdatedAt) };
}

async function listDrafts(owner: string): Promise<{ questionSetId: string; draft: AnswerDraft }[]> {
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
export async function countUnfinishedDrafts(owner: string): Promise<number> {
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

/**
 * Clears the drafts whose submit has its receipt, or was in the queue and is not any more (破棄); to be called at the
 * start and after each receipt.
 *
 * @throws {StorageError} when the device fails; the next call goes on.
 */
export async function settleDrafts(owner: string): Promise<void> {
  const submitted = (await listDrafts(owner)).filter(({ draft }) => draft.submit !== undefined);
  for (const { questionSetId, draft } of submitted) {
    const entries = await listSubmits(owner, questionSetId);
    const entry = entries.find(({ call }) => call.submit.clientSubmitId === draft.submit?.id);
    if (entry ? entry.state === 'sent' : draft.submit?.isQueued) await dropIfSame(owner, questionSetId, draft);
  }
}

/** A new try may have taken the place of the draft meanwhile. */
async function dropIfSame(owner: string, questionSetId: string, { submit }: AnswerDraft): Promise<void> {
  await inTurn(owner, questionSetId, async () => {
    const there = parseDraft(await readOwned('drafts', owner, answersKey(questionSetId)));
    if (there?.submit?.id !== submit?.id) return;
    await dropOwned('drafts', owner, answersKey(questionSetId));
    await dropOwned('drafts', owner, seenKey(questionSetId));
  });
}
