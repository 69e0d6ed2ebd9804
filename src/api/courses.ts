/** Courses and their outlines: schemas and calls. */
import * as z from 'zod/mini';

import { lessonFields } from './lessons';
import { change, create, list, read, remove, versionCapability, withCapability } from './network/calls';
import { copyFields, idSchema, openField, optionalField, timestampSchema, versionField } from './shapes';
import type { CoursePageQuery } from './title-lists';

export const courseStatusSchema = z.enum(['draft', 'published']);
export type CourseStatus = z.infer<typeof courseStatusSchema>;

export const courseSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: openField(z.string()),
  status: openField(courseStatusSchema),
  order: openField(z.number()),
  thumbnailContentId: optionalField(idSchema),
  sectionCount: openField(z.number()),
  lessonCount: openField(z.number()),
  /**
   * The figures of the course, only in lists with `figures=1`, for users who see the records of learners (capability
   * `course-figures`). They count the active learners whom the user may see.
   */
  figures: optionalField(
    z.object({
      questionSetCount: z.number(),
      /** The number of active learners who have begun or completed the course, or for whom it is required. */
      learnerCount: z.number(),
      /** The number of the course's active learners who have completed it. */
      finishedCount: z.number(),
    }),
  ),
  updatedAt: openField(timestampSchema),
});
export type Course = z.infer<typeof courseSchema>;

const outlineLessonSchema = z.object({
  id: idSchema,
  ...lessonFields,
  order: openField(z.number()),
  questionSetCount: openField(z.number()),
  updatedAt: openField(timestampSchema),
});
export type OutlineLesson = z.infer<typeof outlineLessonSchema>;

export const outlineChapterSchema = z.object({
  id: idSchema,
  title: z.string(),
  order: openField(z.number()),
  updatedAt: optionalField(timestampSchema),
  lessons: openField(z.array(outlineLessonSchema)),
});
export type OutlineChapter = z.infer<typeof outlineChapterSchema>;

const outlineSectionSchema = z.object({
  id: idSchema,
  title: z.string(),
  order: openField(z.number()),
  updatedAt: optionalField(timestampSchema),
  chapters: openField(z.array(outlineChapterSchema)),
});
export type OutlineSection = z.infer<typeof outlineSectionSchema>;

export const courseDetailSchema = z.extend(courseSchema, {
  ...copyFields,
  sections: openField(z.array(outlineSectionSchema)),
});
/** One course, with its sections, chapters and lessons in reading order. */
export type CourseDetail = z.infer<typeof courseDetailSchema>;

export const newCourseSchema = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  description: z.optional(z.string().check(z.maxLength(5000))),
  status: z.optional(courseStatusSchema),
  order: z.optional(z.int().check(z.minimum(0))),
  thumbnailContentId: z.optional(z.nullable(idSchema)),
});
export type NewCourse = z.input<typeof newCourseSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const courseFieldNames = {
  title: 'タイトル',
  description: '説明',
  status: '状態',
  order: '並び順',
  thumbnailContentId: '表紙の画像',
} satisfies Record<keyof NewCourse, string>;

export const updateCourseSchema = z.extend(z.partial(newCourseSchema), versionField);
export type UpdateCourse = z.input<typeof updateCourseSchema>;

/** Lists courses in their order; students get the published ones. */
export const fetchCourses = list<Course, CoursePageQuery>('/courses/', courseSchema);

/** Lists courses with their figures (`figures=1`); undefined from a server without them. */
export const fetchCourseFigures = withCapability(
  'course-figures',
  list<Course, CoursePageQuery>('/courses/', courseSchema, ['course-figures']),
);

/** Fetches one course with its outline. */
export const fetchCourse = read('/courses/{id}', courseDetailSchema);

/** Creates a course, as a draft unless `status` is given. */
export const createCourse = create<NewCourse, Course>('/courses/', courseSchema);

/** Changes a course; omitted fields stay unchanged. */
export const updateCourse = change<UpdateCourse, Course>('/courses/{id}', courseSchema, {
  capabilities: versionCapability,
});

/** Deletes a course with everything below it. */
export const deleteCourse = remove('/courses/{id}');
