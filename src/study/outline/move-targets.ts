/** Lists the chapters that a lesson can move to. */
import type { OutlineSection } from '@/api/courses';

/** Returns every chapter of a course in reading order, labelled 「セクション ／ チャプター」. */
export function moveTargets(sections: readonly OutlineSection[]): { id: string; label: string }[] {
  return sections.flatMap((section) =>
    (section.chapters ?? []).map((chapter) => ({ id: chapter.id, label: `${section.title} ／ ${chapter.title}` })),
  );
}
