/** Sections: schemas and calls. */
import * as z from 'zod/mini';

import { outlineChapterSchema } from './courses';
import { change, create, list, read, remove, versionCapability } from './network/calls';
import { copyFields, idSchema, openField, timestampSchema, versionField } from './shapes';

export const sectionSchema = z.object({
  id: idSchema,
  courseId: openField(idSchema),
  title: z.string(),
  description: openField(z.string()),
  order: openField(z.number()),
  updatedAt: openField(timestampSchema),
});
export type Section = z.infer<typeof sectionSchema>;

export const sectionDetailSchema = z.extend(sectionSchema, {
  ...copyFields,
  chapters: openField(z.array(outlineChapterSchema)),
});
/** One section, with its chapters and lessons in reading order. */
export type SectionDetail = z.infer<typeof sectionDetailSchema>;

export const newSectionSchema = z.object({
  courseId: idSchema,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  description: z.optional(z.string().check(z.maxLength(5000))),
  order: z.optional(z.int().check(z.minimum(0))),
});
export type NewSection = z.input<typeof newSectionSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const sectionFieldNames = {
  courseId: 'コース',
  title: 'タイトル',
  description: '説明',
  order: '並び順',
} satisfies Record<keyof NewSection, string>;

export const updateSectionSchema = z.extend(z.partial(z.omit(newSectionSchema, { courseId: true })), versionField);
export type UpdateSection = z.input<typeof updateSectionSchema>;

/** Lists sections of all courses the user may read. */
export const fetchSections = list<Section>('/sections/', sectionSchema);

/** Fetches one section with its chapters. */
export const fetchSection = read('/sections/{id}', sectionDetailSchema);

/** Creates a section, as the last of its course unless `order` is given. */
export const createSection = create<NewSection, Section>('/sections/', sectionSchema);

/** Changes a section; a changed `order` renumbers its siblings. */
export const updateSection = change<UpdateSection, Section>('/sections/{id}', sectionSchema, {
  capabilities: versionCapability,
});

/** Deletes a section with everything below it. */
export const deleteSection = remove('/sections/{id}');
