/** Chapters: schemas and calls. Chapters have no screen (specification §2). */
import * as z from 'zod/mini';

import { change, create, list, read, remove, versionCapability } from './network/calls';
import { idSchema, openField, versionField, optionalField, timestampSchema } from './shapes';

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
export const fetchChapters = list<Chapter>('/chapters/', chapterSchema);

/** Fetches one chapter. */
export const fetchChapter = read('/chapters/{id}', chapterSchema);

/** Creates a chapter, as the last of its section unless `order` is given. */
export const createChapter = create<NewChapter, Chapter>('/chapters/', chapterSchema);

/** Changes a chapter; a changed `order` renumbers its siblings. */
export const updateChapter = change<UpdateChapter, Chapter>('/chapters/{id}', chapterSchema, {
  capabilities: versionCapability,
});

/** Deletes a chapter with its lessons. */
export const deleteChapter = remove('/chapters/{id}');
