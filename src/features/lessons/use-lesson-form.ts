/** The state of a lesson's form: draft, base version, conflict, deletion by another editor, and saving. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';

import type { Lesson } from '@/api/lessons';
import { isMissing } from '@/api/network/errors';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { lessonVersionSchema, useLessonWriter, type WrittenLesson } from '@/queries/curriculum/lesson-writes';
import type { PlacedLesson } from '@/queries/curriculum/lessons';
import { lessonQueries } from '@/queries/curriculum/lessons';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { useAppForm } from '@/ui/forms/use-app-form';
import { readBreaks } from '@/ui/markdown/cut/documents';
import { withBreaks } from '@/ui/markdown/cut/line-breaks';

import {
  type LessonFieldValues,
  lessonFieldValues,
  lessonFormSchema,
  lessonFormValues,
  newLessonValues,
} from './lesson-form';

export interface LessonFormOptions {
  /** The lesson to edit; undefined for a new one. */
  lesson?: PlacedLesson;
  /** The saved text of the lesson. */
  text: string;
  /** The course and chapter that a new lesson is created in; '' where unknown. */
  courseId: string;
  chapterId: string;
  /** The id of a deleted lesson whose draft fills the form of a new lesson; see `LessonFormProps`. */
  draftOf?: string;
}

/** Tracks that another editor deleted the lesson; after `aimAtNew` the next save creates a new lesson. */
function useGone() {
  const [isGone, setGone] = useState(false);
  // A ref instead of state, because a save may begin before the next render.
  const isForNew = useRef(false);
  return {
    isGone,
    isForNew: () => isForNew.current,
    aimAtNew: () => {
      isForNew.current = true;
    },
    noticeIn: (error: unknown) => {
      if (isMissing(error)) setGone(true);
    },
  };
}

/** Tracks that a save merged another user's changes, which the form does not show yet. */
function useCombined() {
  const isCombined = useRef(false);
  return {
    noticeIn: (options: SaveOptions): SaveOptions => ({
      ...options,
      onCombined: (fields) => {
        isCombined.current = true;
        options.onCombined(fields);
      },
    }),
    /** Returns true if another user's changes were merged since the last call. */
    take: () => {
      const was = isCombined.current;
      isCombined.current = false;
      return was;
    },
  };
}

/**
 * Records in a new text's front matter that line breaks are shown, as the preview showed them, unless the front matter
 * already says how.
 */
function stateBreaks(text: string): string {
  return text.trim() === '' || readBreaks(text) !== undefined ? text : withBreaks(text, true);
}

type LessonFormState = ReturnType<typeof useAppForm<typeof lessonFormSchema>>;

/**
 * Takes over values of this lesson that were saved in the outline beside the form or in another tab, as soon as the
 * screen has read them: unchanged fields show the new values, and the next save is based on the new version. If a field
 * was changed both in the form and elsewhere, the save asks the editor as in any conflict.
 */
function useSavedElsewhere(
  form: LessonFormState,
  base: z.output<typeof lessonVersionSchema> | undefined,
  take: (newest: Lesson) => void,
  lessonId: string | undefined,
) {
  const { data: newest } = useQuery({ ...lessonQueries.detail(lessonId ?? ''), enabled: false });
  const follow = useEffectEvent((now: Lesson) => {
    if (!base?.updatedAt || !now.updatedAt || now.contentId !== base.contentId) return;
    if (Date.parse(now.updatedAt) <= Date.parse(base.updatedAt)) return;
    const [before, after] = [lessonFieldValues(base), lessonFieldValues(now)];
    const values = form.getValues();
    const changed = (Object.keys(after) as (keyof LessonFieldValues)[]).filter((name) => before[name] !== after[name]);
    if (changed.some((name) => values[name] !== before[name] && values[name] !== after[name])) return;
    const taken = Object.fromEntries(changed.map((name) => [name, after[name]]));
    const initial = form.getInitialValues();
    form.setValues(taken);
    form.resetDirty({ ...initial, ...taken });
    take(now);
  });
  useEffect(() => {
    if (newest && !newest.cachedAt) follow(newest);
  }, [newest]);
}

export function useLessonForm({ lesson, text, courseId, chapterId, draftOf }: LessonFormOptions) {
  // The text of a lesson without one is new, also of a lesson that was created in the outline; it stays so after the
  // form has saved it, until the form loads a text that another editor saved. A draft of a deleted lesson contains a
  // text written earlier, so its line breaks are not those of a new text.
  const [isNewText, setNewText] = useState(draftOf === undefined && !lesson?.contentId);
  const writer = useLessonWriter({ lesson, text });
  const form = useAppForm({
    schema: lessonFormSchema,
    initialValues: lesson ? lessonFormValues(lesson, text) : newLessonValues(courseId, chapterId),
  });
  const { draft, base, startFrom } = useEditDraft(form, {
    name: 'lesson',
    // The chapter is part of a new lesson's draft id: a draft made for one chapter is not offered in another.
    id: lesson?.id ?? draftOf ?? (chapterId ? `new-${chapterId}` : undefined),
    schema: lessonVersionSchema,
    start: lesson,
  });

  useSavedElsewhere(form, base, startFrom, lesson?.id);
  const { isGone, isForNew, aimAtNew, noticeIn } = useGone();
  const combined = useCombined();

  async function save(written: WrittenLesson, options: SaveOptions): Promise<Lesson> {
    const from = lesson && base && !isForNew() ? { base, ...combined.noticeIn(options) } : undefined;
    try {
      return await writer.save(isNewText ? { ...written, text: stateBreaks(written.text) } : written, from);
    } catch (error) {
      if (lesson) noticeIn(error);
      throw error;
    }
  }
  /**
   * Fills the form with the server's version.
   *
   * @param keepsTyped true to leave the form unchanged if it has unsaved input.
   */
  async function loadNewest(lessonId: string, keepsTyped = false): Promise<void> {
    const newest = await writer.readNewest(lessonId);
    if (keepsTyped && form.isDirty()) return;
    const values = lessonFormValues(newest.lesson, newest.text);
    form.setValues(values);
    form.resetDirty(values);
    startFrom(newest.lesson);
    writer.knowText(newest.text, newest.lesson.contentId);
    setNewText(!newest.lesson.contentId);
  }
  /**
   * Writes the setting that a save added to a new text into the form too, because a later draft of the form is no new
   * text.
   */
  function showStatedBreaks(): void {
    const isDirty = form.isDirty();
    form.setFieldValue('text', stateBreaks(form.getValues().text));
    if (!isDirty) form.resetDirty();
  }
  /**
   * Continues from a saved version. If the save merged another user's changes and the form cannot show them yet, the
   * form's base version is not replaced, so that the next save merges again.
   */
  async function goOnFrom(saved: Lesson): Promise<void> {
    if (isNewText) showStatedBreaks();
    if (!combined.take()) return startFrom(saved);
    await loadNewest(saved.id, true).catch(() => undefined);
  }
  return { form, draft, writer, goOnFrom, loadNewest, save, isGone, aimAtNew, isNewText };
}
