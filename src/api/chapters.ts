/** Chapters: schemas and calls. Chapters have no screen (specification §2). */
import * as z from 'zod/mini';

import { request, requestCreate, requestNothing } from './network/client';
import { requireId, requireValue } from './network/require';
import {
  idSchema,
  openField,
  type Page,
  type PageQuery,
  pageSchema,
  versionField,
  optionalField,
  timestampSchema,
} from './shapes';

export const chapterSchema = z.object({
  id: idSchema,
  sectionId: openField(idSchema),
  title: z.string(),
  order: openField(z.number()),
  /** The chapter's version: it changes with the chapter itself, not with its lessons. */
  updatedAt: optionalField(timestampSchema),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const newChapterSchema = z.object({
  sectionId: idSchema,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  order: z.optional(z.int().check(z.minimum(0))),
});
export type NewChapter = z.input<typeof newChapterSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const chapterFieldNames = { sectionId: 'セクション', title: 'タイトル', order: '並び順' } satisfies Record<
  keyof NewChapter,
  string
>;

export const updateChapterSchema = z.extend(z.partial(z.omit(newChapterSchema, { sectionId: true })), versionField);
export type UpdateChapter = z.input<typeof updateChapterSchema>;

/** Lists chapters of all courses the user may read. */
export function fetchChapters(page?: PageQuery, signal?: AbortSignal): Promise<Page<Chapter>> {
  return request('/chapters/', pageSchema(chapterSchema), { query: page, signal });
}

/** Fetches one chapter. */
export function fetchChapter(chapterId: string, signal?: AbortSignal): Promise<Chapter> {
  return request(`/chapters/${requireId(chapterId, 'chapterId')}`, chapterSchema, { signal });
}

/** Creates a chapter, as the last of its section unless `order` is given. @param key see {@link requestCreate}. */
export function createChapter(newChapter: NewChapter, key?: string): Promise<Chapter> {
  return requestCreate('/chapters/', chapterSchema, requireValue(newChapter, 'newChapter'), key);
}

/** Changes a chapter; a changed `order` renumbers its siblings. */
export function updateChapter(chapterId: string, updateChapter: UpdateChapter): Promise<Chapter> {
  const json = requireValue(updateChapter, 'updateChapter');
  return request(`/chapters/${requireId(chapterId, 'chapterId')}`, chapterSchema, { method: 'PATCH', json });
}

/** Deletes a chapter with its lessons. */
export function deleteChapter(chapterId: string): Promise<void> {
  return requestNothing(`/chapters/${requireId(chapterId, 'chapterId')}`, { method: 'DELETE' });
}
