/** Finds dead links in a text: to missing headings or lessons. */
import { useQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { lessonQueries } from '@/queries/lessons';
import { findLinkedLesson } from '@/ui/markdown/markdown-documents';
import { decodeName } from '@/ui/markdown/markdown-outline';

import type { TextLink } from './find-undrawn';

const lessonPath = /^\/lessons\/([\w-]+)(?:[?#]|$)/;

/** True for a relative link, which is resolved among the course's lessons. */
function isRelative([address]: TextLink): boolean {
  return !/^(?:[a-z][\w+.-]*:|[/?#]|$)/i.test(address);
}

const idOf = ([address]: TextLink) => lessonPath.exec(address)?.[1];

/** The existing lessons; undefined until loaded. */
interface Lessons {
  linked: readonly Lesson[] | undefined;
  inCourse: readonly Lesson[] | undefined;
}

function isDead(link: TextLink, { linked, inCourse }: Lessons): boolean {
  const [address, words] = link;
  if (address.startsWith('#')) return !address.startsWith('#h-');
  const id = idOf(link);
  if (id !== undefined) return linked?.every((lesson) => lesson.id !== id) ?? false;
  return isRelative(link) && inCourse !== undefined && findLinkedLesson(inCourse, address, words) === undefined;
}

/** The addresses, each once; those to lessons once it is known which there are. */
export function useDeadLinks(links: readonly TextLink[], courseId: string): string[] {
  const ids = [...new Set(links.flatMap((link) => idOf(link) ?? []))].sort();
  const { data: linked } = useQuery({ ...lessonQueries.some(ids), enabled: ids.length > 0 });
  const { data: found } = useQuery({ ...lessonQueries.ofCourse(courseId), enabled: links.some(isRelative) });
  const inCourse = found?.filter((lesson) => lesson.courseId === courseId);
  const dead = links.filter((link) => isDead(link, { linked, inCourse }));
  return [...new Set(dead.map(([address]) => decodeName(address)))];
}
