/** The lesson form's values and their validation. */
import * as z from 'zod/mini';

import { MAX_UPLOAD_BYTES } from '@/api/files/upload-limits';
import { type Lesson, lessonFieldNames, newLessonSchema } from '@/api/lessons';
import { formatBytes } from '@/lib/format-bytes';
import type { PlacedLesson } from '@/queries/curriculum/lessons';

const fields = newLessonSchema.shape;

/** The reading time in minutes: digits, also full-width; empty for none. */
function readMinutes(typed: string): number | null {
  const digits = typed.normalize('NFKC').replace(/分$/, '').trim();
  if (digits === '') return null;
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
}

export const lessonFormSchema = z.object({
  title: fields.title,
  /** The course is not sent to the server: it only selects which chapters are offered. */
  courseId: z.string().check(z.minLength(1, { error: 'コースを選んでください。' })),
  chapterId: z.string().check(z.minLength(1, { error: 'チャプターを選んでください。' })),
  minutes: z.pipe(
    z.pipe(z.string(), z.transform(readMinutes)),
    z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(600))),
  ),
  text: z.string().check(
    z.refine((text) => new TextEncoder().encode(text).length <= MAX_UPLOAD_BYTES.md, {
      error: `本文が長すぎます。${formatBytes(MAX_UPLOAD_BYTES.md)}までにしてください。`,
    }),
  ),
});
export type LessonFormValues = z.input<typeof lessonFormSchema>;

/** The labels by which the error summary names the fields. */
export const lessonLabels = {
  ...lessonFieldNames,
  courseId: 'コース',
  text: lessonFieldNames.contentId,
} satisfies Record<keyof LessonFormValues, string>;

/** Returns the initial values of a new lesson's form; '' where course or chapter are unknown. */
export function newLessonValues(courseId: string, chapterId: string): LessonFormValues {
  return { title: '', courseId, chapterId, minutes: '', text: '' };
}

/** A lesson's form values without its text and its course, which no other screen changes. */
export type LessonFieldValues = Omit<LessonFormValues, 'courseId' | 'text'>;

/** Returns a lesson's form values for the fields that other screens can change too. */
export function lessonFieldValues({
  title,
  chapterId = '',
  minutes,
}: Pick<Lesson, keyof LessonFieldValues>): LessonFieldValues {
  return { title, chapterId, minutes: minutes === undefined ? '' : String(minutes) };
}

/** Returns the form's initial values for an existing lesson. */
export function lessonFormValues(lesson: PlacedLesson, text: string): LessonFormValues {
  return { ...lessonFieldValues(lesson), courseId: lesson.courseId, text };
}
