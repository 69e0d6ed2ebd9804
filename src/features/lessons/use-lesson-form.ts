/** A lesson's form with its draft and its way to the server: which version it starts from, and whose is newer. */
import { useState } from 'react';

import type { Lesson } from '@/api/lessons';
import { useFormDraft } from '@/device/drafts/form-drafts';
import { type LessonVersion, useLessonWriter } from '@/queries/lesson-writes';
import { describeSaveError } from '@/queries/save-errors';
import { useAppForm } from '@/ui/forms/use-app-form';
import { showToast } from '@/ui/toast';

import { lessonFormSchema, lessonFormValues } from './lesson-form';
import { readVersion, writeVersion } from './lesson-version';

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
  // The version that a draft started from goes with it, so that a newer one is noticed after a restart too.
  const [base, setBase] = useState<LessonVersion | undefined>(lesson);
  const form = useAppForm({
    schema: lessonFormSchema,
    initialValues: lesson ? lessonFormValues(lesson, text) : { title: '', courseId, chapterId, minutes: '', text: '' },
  });
  const startFrom = (version: LessonVersion, itsText?: string) => {
    setBase(version);
    writer.startFrom(version, itsText);
  };
  const draft = useFormDraft(form, {
    name: 'lesson',
    // A draft for one chapter is not offered in another.
    id: lesson?.id ?? (chapterId ? `new-${chapterId}` : undefined),
    base: base && writeVersion(base),
    onRestored: (stored) => {
      const version = readVersion(stored);
      if (version) startFrom(version);
    },
  });

  async function loadNewest(lessonId: string): Promise<void> {
    try {
      const newest = await writer.readNewest(lessonId);
      const values = lessonFormValues(newest.lesson, newest.text);
      form.setValues(values);
      form.resetDirty(values);
      startFrom(newest.lesson, newest.text);
    } catch (error) {
      await showToast('error', describeSaveError(error).message);
    }
  }
  return { form, draft, writer, setBase, loadNewest };
}
