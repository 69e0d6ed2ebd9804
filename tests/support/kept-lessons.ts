/** Writes cached copies of lessons to the device, as the service worker does. */
import { apiUrl } from '@/api/network/transport';
import { keepLessonWords, lessonWordsKey } from '@/device/lesson-texts';
import { studyCacheKey, studyCacheName } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';
import { toLessonWords, toLine } from '@/study/outline/lesson-words';

import { callAs } from './demo';
import { installCaches } from './fake-caches';
import { ownerOf } from './solving';

export interface KeptLessons {
  cache: Cache;
  /** The lessons of the course, in reading order. */
  lessons: { id: string; title: string }[];
  /**
   * Stores a lesson's text with a later `updatedAt` at each call, because a late write of an earlier test may still
   * store an older version.
   */
  keep: (lessonId: string, text?: string) => Promise<void>;
  /** Stores a question set of the demo. */
  keepQuestions: (questionSetId: string) => Promise<void>;
}

let versions = 0;

interface Outline {
  sections: { chapters: { lessons: { id: string; title: string }[] }[] }[];
}

/** Installs Cache Storage with the copy of a course. */
export async function keepCourse(user: string, courseId: string): Promise<KeptLessons> {
  installCaches();
  const cache = await caches.open(studyCacheName((await ownerOf(user)) as OwnerKey));
  const put = (path: string, body: unknown) => cache.put(apiUrl(path), Response.json(body));
  const course = (await callAs(user, 'GET', `/courses/${courseId}`)) as Outline;
  await put(`/courses/${courseId}`, course);
  return {
    cache,
    lessons: course.sections.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.lessons)),
    async keep(lessonId, text = '本文') {
      const lesson = (await callAs(user, 'GET', `/lessons/${lessonId}`)) as { contentId: string; updatedAt: string };
      const updatedAt = new Date(Date.parse(lesson.updatedAt) + (versions += 1)).toISOString();
      const place = (await callAs(user, 'GET', `/content/${lesson.contentId}`)) as string;
      await put(`/lessons/${lessonId}`, { ...lesson, updatedAt });
      await put(`/content/${lesson.contentId}`, place);
      await cache.put(studyCacheKey(new URL(place, apiUrl('/')), 'markdown'), new Response(text));
    },
    async keepQuestions(questionSetId) {
      await put(`/question-set/${questionSetId}`, await callAs(user, 'GET', `/question-set/${questionSetId}`));
    },
  };
}

/** Stores two lessons for the whole-app tests of the search, one of them with furigana. */
export async function keepSearchedLessons(): Promise<KeptLessons> {
  const kept = await keepCourse('student', 'security');
  const text =
    '# パスワードとパスキー\n\n## 情報の量\n\n{情報|じょうほう}{量|りょう}は、**残留**\nリスクの\nもとです。';
  await kept.keep('security-passkeys', text);
  await kept.keep('security-remote', '## 持ち出し\n\n持ち出す情報量を減らします。`ssh`');
  return kept;
}

/** Stores the search index records of a number of lessons that contain the given words. */
export async function keepMany(count: number, textOf: (lesson: number) => string): Promise<void> {
  const owner = (await ownerOf('student')) as OwnerKey;
  for (let lesson = 0; lesson < count; lesson += 1) {
    const id = `many-${String(lesson).padStart(3, '0')}`;
    const lines = [toLine({ text: textOf(lesson), kind: 'text' })];
    const words = toLessonWords({ courseId: 'security', title: id, place: lesson, lines, readings: [] });
    await keepLessonWords(owner, lessonWordsKey(id, ''), words, []);
  }
}
