/**
 * Saves lessons: uploads the text under a unique file name first, then saves the lesson that refers to the file. Each
 * uploaded file is kept as a version of the text.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';

import { uploadContent } from '@/api/files/uploads';
import { versionFileName } from '@/api/files/version-names';
import {
  createLesson,
  fetchLessons,
  type Lesson,
  lessonFields,
  lessonSchema,
  type NewLesson,
  updateLesson,
  type UpdateLesson,
} from '@/api/lessons';
import { toWords } from '@/api/shapes';
import { refreshCurriculum } from '@/queries/after-edit';
import { fetchAllPages } from '@/queries/all-pages';
import { pickMade, type Tried, useCreation } from '@/queries/creation';
import { uniqueFileName } from '@/queries/files/upload-checks';
import { type ComparedFields, currentAs, type EditFrom, saveFrom } from '@/queries/newer-version';
import { now } from '@/storage/now';

import { readLessonToEdit } from './lesson-to-edit';

/** The validated values of a lesson's form; the text is sent as a file, and the course only selects the chapters. */
export type WrittenLesson = Omit<NewLesson, 'order' | 'contentId'> & { text: string; courseId: string };

const { updatedAt, chapterId, contentId } = lessonSchema.shape;
/** The schema of the fields that a lesson's form writes, with their version. */
export const lessonVersionSchema = z.object({
  updatedAt,
  chapterId,
  contentId,
  ...lessonFields,
} satisfies ComparedFields<UpdateLesson, 'order', object>);

/** Changes a lesson. @throws {NewerVersionError} on a version conflict, and the errors of the call. */
function changeLesson(lessonId: string, changes: NewLesson, from: EditFrom): Promise<Lesson> {
  const send = (updatedAt: string | undefined, sent: NewLesson) => updateLesson(lessonId, { ...sent, updatedAt });
  return saveFrom({ ...from, changes, send, readCurrent: currentAs(lessonSchema) });
}

/**
 * Finds the lesson that an attempt with a lost response created from these fields: by its uniquely named text, or,
 * without text, by title, chapter and time.
 */
async function findLesson({ contentId, title, chapterId }: NewLesson, tried: Tried): Promise<Lesson | undefined> {
  // There may be thousands of lessons, so let the server search where it can; a server that ignores `contentId` may
  // still know `q`.
  const query = { q: toWords(title), ...(contentId && { contentId: String(contentId) }) };
  const lessons = await fetchAllPages((page) => fetchLessons({ ...query, ...page }));
  if (contentId) return lessons.find((lesson) => lesson.contentId === String(contentId));
  const isEqual = (lesson: Lesson) => !lesson.contentId && lesson.title === title && lesson.chapterId === chapterId;
  return pickMade(lessons.filter(isEqual), tried, ({ updatedAt }) => updatedAt);
}

/** Uploads lesson texts, each only once. */
function useTextStore(text: string, contentId: string | undefined) {
  const known = useRef<{ text: string; contentId?: string }>({ text, contentId });
  const sending = useRef<{ text: string; fileName: string }>(undefined);
  return {
    /** Records a text that is already uploaded. */
    know: (itsText: string, itsContentId: string | undefined) => {
      known.current = { text: itsText, contentId: itsContentId };
    },
    /**
     * Uploads a text if needed. A repeated upload uses the file name of the first attempt, which may have arrived.
     *
     * @param lessonId undefined for a new lesson. @returns the content id, `null` for no text. @throws {ApiError},
     * {NetworkError}.
     */
    store: async ({ text: written, title }: WrittenLesson, lessonId: string | undefined): Promise<string | null> => {
      if (written.trim() === '') return null;
      if (written === known.current.text && known.current.contentId) return known.current.contentId;
      const file = new Blob([written], { type: 'text/markdown' });
      if (sending.current?.text !== written) {
        const fileName = lessonId ? versionFileName(lessonId, now()) : uniqueFileName(title, 'md');
        sending.current = { text: written, fileName };
      }
      const { id } = await uploadContent(sending.current.fileName, file);
      sending.current = undefined;
      known.current = { text: written, contentId: id };
      return id;
    },
  };
}

export interface LessonWriterOptions {
  /** The lesson's id; undefined for a new lesson. */
  lesson?: Lesson;
  /** The lesson's text, '' for none. */
  text: string;
}

/** Returns the functions that save a lesson's form, with the version that the form started from. */
export function useLessonWriter({ lesson, text }: LessonWriterOptions) {
  const queryClient = useQueryClient();
  const texts = useTextStore(text, lesson?.contentId);
  const add = useCreation<NewLesson, Lesson>({
    create: createLesson,
    find: findLesson,
  });
  return {
    /**
     * Saves the form.
     *
     * @param from undefined for a new lesson.
     * @throws {NewerVersionError} on a version conflict, {ApiError}, {NetworkError}.
     */
    save: async (written: WrittenLesson, from: EditFrom | undefined): Promise<Lesson> => {
      const { text: _text, courseId: _courseId, ...values } = written;
      const lessonId = from && lesson?.id;
      const fields = { ...values, contentId: await texts.store(written, lessonId) };
      const saved = await (lessonId && from
        ? changeLesson(lessonId, fields, from)
        : add(fields, (made, changed) => changeLesson(made.id, changed, { base: made })));
      void refreshCurriculum(queryClient);
      return saved;
    },
    /** Reads the server's current version of the lesson. @throws {ApiError}, {NetworkError}. */
    readNewest: (lessonId: string) => readLessonToEdit(queryClient, lessonId),
    /** Records a text that is already uploaded, so that it is not sent again. */
    knowText: texts.know,
  };
}
