/** Lessons as the page writes them: the text first, under a name of its own, then the lesson that points at it. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';

import { createLesson, fetchLessons, type Lesson, lessonSchema, type NewLesson, updateLesson } from '@/api/lessons';
import { toWords } from '@/api/shapes';
import { uploadContent } from '@/api/uploads';

import { refreshCurriculum } from './after-edit';
import { fetchAllPages } from './all-pages';
import { useCapabilities } from './capabilities';
import { useCreation } from './creation';
import { readLessonToEdit } from './lesson-to-edit';
import { currentAs, type EditFrom, saveFrom } from './newer-version';
import { uniqueFileName } from './upload-checks';

/** What a lesson's form holds once it is checked. */
export interface WrittenLesson {
  title: string;
  chapterId: string;
  /** `null` for none. */
  minutes: number | null;
  text: string;
}

/** The fields of a lesson that its form writes, and the version they are of. */
export const lessonVersionSchema = z.object({
  updatedAt: z.string(),
  title: z.string(),
  chapterId: z.string(),
  minutes: z.optional(z.number()),
  contentId: z.optional(z.string()),
});

/** Changes a lesson. @throws {NewerVersionError} when somebody saved a newer version; whatever else the call throws. */
function changeLesson(lessonId: string, changes: NewLesson, from: EditFrom): Promise<Lesson> {
  const send = (updatedAt?: string) => updateLesson(lessonId, { ...changes, updatedAt });
  return saveFrom({ ...from, changes, send, readCurrent: currentAs(lessonSchema) });
}

/** The lesson that was made of these fields: it points at the text that only we have uploaded, or has none and is new. */
async function findLesson(
  { contentId, title, chapterId }: NewLesson,
  sinceMs: number,
  searchesLists: boolean,
): Promise<Lesson | undefined> {
  // There may be thousands; a server that does not know of texts may know of titles.
  const query = searchesLists ? { q: toWords(title), ...(contentId && { contentId: String(contentId) }) } : {};
  const lessons = await fetchAllPages((page) => fetchLessons({ ...query, ...page }));
  const isMade = (lesson: Lesson) =>
    contentId
      ? lesson.contentId === String(contentId)
      : !lesson.contentId &&
        lesson.title === title &&
        lesson.chapterId === chapterId &&
        Date.parse(lesson.updatedAt) >= sinceMs;
  return lessons.find(isMade);
}

/** Uploads texts; one that has arrived is not sent again. */
function useTextStore(text: string, contentId: string | undefined) {
  const known = useRef<{ text: string; contentId?: string }>({ text, contentId });
  return {
    /** A text, and where it lies. */
    know: (itsText: string, itsContentId: string | undefined) => {
      known.current = { text: itsText, contentId: itsContentId };
    },
    /** @returns the text's content id, `null` for no text. @throws {ApiError}, {NetworkError}. */
    store: async ({ text: written, title }: WrittenLesson): Promise<string | null> => {
      if (written.trim() === '') return null;
      if (written === known.current.text && known.current.contentId) return known.current.contentId;
      const file = new Blob([written], { type: 'text/markdown' });
      const { id } = await uploadContent(uniqueFileName(title, 'md'), file);
      known.current = { text: written, contentId: id };
      return id;
    },
  };
}

export interface LessonWriterOptions {
  /** Undefined for a new lesson. */
  lesson?: Lesson;
  /** The text that the lesson points at, '' for none. */
  text: string;
}

/** Saves a lesson's form: the text first, then the lesson, from the version that the form started with. */
export function useLessonWriter({ lesson, text }: LessonWriterOptions) {
  const queryClient = useQueryClient();
  const { searchesLists } = useCapabilities();
  const texts = useTextStore(text, lesson?.contentId);
  const { create, findMade } = useCreation(createLesson, (fields: NewLesson, sinceMs) =>
    findLesson(fields, sinceMs, searchesLists),
  );
  const add = async (fields: NewLesson): Promise<Lesson> => {
    const made = await findMade(fields);
    return made ? changeLesson(made.id, fields, { base: made }) : create(fields);
  };
  return {
    /** @param from undefined for a new lesson. @throws {NewerVersionError} when somebody's is in the way, {ApiError}, {NetworkError}. */
    save: async (written: WrittenLesson, from: EditFrom | undefined): Promise<Lesson> => {
      const { title, chapterId, minutes } = written;
      const fields = { title, chapterId, minutes, contentId: await texts.store(written) };
      const saved = await (lesson && from ? changeLesson(lesson.id, fields, from) : add(fields));
      void refreshCurriculum(queryClient);
      return saved;
    },
    /** Reads the version that is on the server now. @throws {ApiError}, {NetworkError}. */
    readNewest: (lessonId: string) => readLessonToEdit(queryClient, lessonId),
    /** A text, and where it lies: it is not sent again. */
    knowText: texts.know,
  };
}
