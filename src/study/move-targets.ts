/** Where a lesson may move to. */
import type { OutlineSection } from '@/api/courses';

/** Every chapter of a course in reading order, called 「セクション ／ チャプター」. */
export function moveTargets(sections: readonly OutlineSection[]): { id: string; label: string }[] {
  return sections.flatMap((section) =>
    section.chapters.map((chapter) => ({ id: chapter.id, label: `${section.title} ／ ${chapter.title}` })),
  );
}
