/** Finds dead links in a text: links to missing headings or lessons. */
import { useQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { lessonQueries } from '@/queries/lessons';
import { readLinkTarget } from '@/study/link-targets';
import type { TextLink } from '@/ui/markdown-tools/find-undrawn';
import { findLinkedLesson } from '@/ui/markdown/markdown-documents';
import { decodeName } from '@/ui/markdown/markdown-outline';

/** The existing lessons; undefined until loaded. */
interface Lessons {
  linked: readonly Lesson[] | undefined;
  inCourse: readonly Lesson[] | undefined;
}

const targetOf = ([address]: TextLink) => readLinkTarget(address, globalThis.location.origin);

function lessonIdOf(link: TextLink): string[] {
  const target = targetOf(link);
  return target?.kind === 'lesson' ? [target.id] : [];
}

function isDead(link: TextLink, { linked, inCourse }: Lessons): boolean {
  const target = targetOf(link);
  switch (target?.kind) {
    case 'heading':
      return !target.exists;
    case 'lesson':
      return linked?.every(({ id }) => id !== target.id) ?? false;
    case 'document':
      return inCourse !== undefined && findLinkedLesson(inCourse, ...link) === undefined;
    default:
      return false;
  }
}

/** Returns the dead addresses of a text, each once; links to lessons are checked once the existing lessons are loaded. */
export function useDeadLinks(links: readonly TextLink[], courseId: string): string[] {
  const ids = [...new Set(links.flatMap(lessonIdOf))].sort();
  const { data: linked } = useQuery({ ...lessonQueries.some(ids), enabled: ids.length > 0 });
  const hasDocuments = links.some((link) => targetOf(link)?.kind === 'document');
  const { data: found } = useQuery({ ...lessonQueries.ofCourse(courseId), enabled: hasDocuments });
  const inCourse = found?.filter((lesson) => lesson.courseId === courseId);
  const dead = links.filter((link) => isDead(link, { linked, inCourse }));
  return [...new Set(dead.map(([address]) => decodeName(address)))];
}
