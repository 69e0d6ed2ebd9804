/** The state of a lesson's form: draft, base version, conflict, deletion by another editor, and saving. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';

import { ApiError } from '@/api/errors';
import type { Lesson } from '@/api/lessons';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { lessonVersionSchema, useLessonWriter, type WrittenLesson } from '@/queries/lesson-writes';
import { lessonQueries } from '@/queries/lessons';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { useAppForm } from '@/ui/forms/use-app-form';
import { withBreaks } from '@/ui/markdown/line-breaks';
import { readBreaks } from '@/ui/markdown/markdown-documents';

import { lessonFormSchema, lessonFormValues, lessonPlaceValues, newLessonValues, placeFields } from './lesson-form';

export interface LessonFormOptions {
  /** The lesson to edit; undefined for a new one. */
  lesson?: Lesson;
  /** The saved text of the lesson. */
  text: string;
  /** The course and chapter of a new lesson; '' where unknown. */
  courseId: string;
  chapterId: string;
  /** The id of a deleted lesson whose draft starts a new one, see `LessonFormProps`. */
  draftOf?: string;
}

/** Tracks that another editor deleted the lesson; after `aimAtNew` the next save creates a new one. */
function useGone() {
  const [isGone, setGone] = useState(false);
  // Kept in a ref, because a save may begin before the next render.
  const isForNew = useRef(false);
  return {
    isGone,
    isForNew: () => isForNew.current,
    aimAtNew: () => {
      isForNew.current = true;
    },
    noticeIn: (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) setGone(true);
    },
  };
}

/** Tracks that a save kept another user's changes, which the form does not show yet. */
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
    /** Returns whether another user's changes were kept since the last call. */
    take: () => {
      const was = isCombined.current;
      isCombined.current = false;
      return was;
    },
  };
}

/** The front matter of a new text records the line breaks that its editor showed. */
function stateBreaks(written: WrittenLesson): WrittenLesson {
  const isStated = written.text.trim() === '' || readBreaks(written.text) !== undefined;
  return isStated ? written : { ...written, text: withBreaks(written.text, true) };
}

type LessonFormState = ReturnType<typeof useAppForm<typeof lessonFormSchema>>;

/**
 * Takes over what the outline beside the form, or another tab, saved of this lesson, as soon as the screen has read it: fields that are
 * unchanged here show it, and the next save starts from that version. Where both sides changed a field, the save asks as always.
 */
function useSavedElsewhere(
  form: LessonFormState,
  base: z.output<typeof lessonVersionSchema> | undefined,
  take: (newest: Lesson) => void,
  lessonId: string | undefined,
) {
  const { data: newest } = useQuery({ ...lessonQueries.detail(lessonId ?? ''), enabled: false });
  const follow = useEffectEvent((now: Lesson) => {
    if (!base || Date.parse(now.updatedAt) <= Date.parse(base.updatedAt) || now.contentId !== base.contentId) return;
    const [before, after] = [base, now].map((version) => lessonPlaceValues(version));
    const values = form.getValues();
    const changed = placeFields.filter((name) => before?.[name] !== after?.[name]);
    if (changed.some((name) => values[name] !== before?.[name] && values[name] !== after?.[name])) return;
    const taken = Object.fromEntries(changed.map((name) => [name, after?.[name]]));
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
  // The draft of a deleted lesson is an old text.
  const isNewText = !lesson && draftOf === undefined;
  const writer = useLessonWriter({ lesson, text });
  const form = useAppForm({
    schema: lessonFormSchema,
    initialValues: lesson ? lessonFormValues(lesson, text) : newLessonValues(courseId, chapterId),
  });
  const { draft, base, startFrom } = useEditDraft(form, {
    name: 'lesson',
    // A draft that was made for one chapter is not offered in another.
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
      return await writer.save(isNewText ? stateBreaks(written) : written, from);
    } catch (error) {
      if (lesson) noticeIn(error);
      throw error;
    }
  }
  /** @param keepsTyped leaves the form as it is where something was typed since the last save. */
  async function loadNewest(lessonId: string, keepsTyped = false): Promise<void> {
    const newest = await writer.readNewest(lessonId);
    if (keepsTyped && form.isDirty()) return;
    const values = lessonFormValues(newest.lesson, newest.text);
    form.setValues(values);
    form.resetDirty(values);
    startFrom(newest.lesson);
    writer.knowText(newest.text, newest.lesson.contentId);
  }
  /** Goes on from a saved version. Until the form shows what was combined, it keeps its old base, so that the next save combines again. */
  async function goOnFrom(saved: Lesson): Promise<void> {
    if (!combined.take()) return startFrom(saved);
    await loadNewest(saved.id, true).catch(() => undefined);
  }
  return { form, draft, writer, goOnFrom, loadNewest, save, isGone, aimAtNew, isNewText };
}
