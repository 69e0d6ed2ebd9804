/** Finds empty parts of a course before it is published. */
import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';

function gapsOfLesson({ title, contentId, questionSets = [] }: Lesson): string[] {
  const empty = questionSets.filter(({ questionCount }) => questionCount === 0);
  return [
    ...(contentId === undefined ? [`レッスン「${title}」に本文がありません。`] : []),
    ...empty.map((set) => `レッスン「${title}」の問題集「${set.title}」に問題がありません。`),
  ];
}

/**
 * Returns a sentence for each empty part, in the order of the outline.
 *
 * @param lessons must include the course's lessons; missing ones are not checked.
 */
export function findGaps({ sections }: Pick<CourseDetail, 'sections'>, lessons: readonly Lesson[]): string[] {
  const lessonById = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  if (sections?.length === 0) return ['セクションがひとつもありません。'];
  return (sections ?? []).flatMap((section) => {
    if (section.chapters?.length === 0) return [`セクション「${section.title}」にチャプターがありません。`];
    return (section.chapters ?? []).flatMap((chapter) => {
      if (chapter.lessons?.length === 0) return [`チャプター「${chapter.title}」にレッスンがありません。`];
      return (chapter.lessons ?? []).flatMap(({ id }) => {
        const lesson = lessonById.get(id);
        return lesson ? gapsOfLesson(lesson) : [];
      });
    });
  });
}
