/** A lesson's form with its draft and its way to the server: which version it starts from, and whose is newer. */
import type { Lesson } from '@/api/lessons';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { lessonVersionSchema, useLessonWriter } from '@/queries/lesson-writes';
import { useAppForm } from '@/ui/forms/use-app-form';

import { lessonFormSchema, lessonFormValues } from './lesson-form';

export interface LessonFormOptions {
  /** Undefined for a new one. */
  lesson?: Lesson;
  /** The lesson's text. */
  text: string;
  /** Of a new lesson, '' where they are not known. */
  courseId: string;
  chapterId: string;
}

export function useLessonForm({ lesson, text, courseId, chapterId }: LessonFormOptions) {
  const writer = useLessonWriter({ lesson, text });
  const form = useAppForm({
    schema: lessonFormSchema,
    initialValues: lesson ? lessonFormValues(lesson, text) : { title: '', courseId, chapterId, minutes: '', text: '' },
  });
  const { draft, base, startFrom } = useEditDraft(form, {
    name: 'lesson',
    // A draft for one chapter is not offered in another.
    id: lesson?.id ?? (chapterId ? `new-${chapterId}` : undefined),
    schema: lessonVersionSchema,
    start: lesson,
  });

  async function loadNewest(lessonId: string): Promise<void> {
    const newest = await writer.readNewest(lessonId);
    const values = lessonFormValues(newest.lesson, newest.text);
    form.setValues(values);
    form.resetDirty(values);
    startFrom(newest.lesson);
    writer.knowText(newest.text, newest.lesson.contentId);
  }
  return { form, draft, writer, base, startFrom, loadNewest };
}
