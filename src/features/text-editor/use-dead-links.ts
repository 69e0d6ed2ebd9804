/** Which links of a text lead nowhere: to no heading of it, and to no lesson. */
import { useQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { lessonQueries } from '@/queries/lessons';
import { findLinkedLesson } from '@/ui/markdown/markdown-documents';
import { decodeName } from '@/ui/markdown/markdown-outline';

import type { TextLink } from './use-undrawn';

const lessonPath = /^\/lessons\/([\w-]+)(?:[?#]|$)/;

/** Whether a link means a lesson: a relative one does. */
function isToLesson([address]: TextLink): boolean {
  return lessonPath.test(address) || !/^(?:[a-z][\w+.-]*:|[/?#]|$)/i.test(address);
}

function isDead([address, words]: TextLink, lessons: readonly Lesson[] | undefined, courseId: string): boolean {
  if (address.startsWith('#')) return !address.startsWith('#h-');
  if (!lessons || !isToLesson([address, words])) return false;
  const id = lessonPath.exec(address)?.[1];
  if (id !== undefined) return lessons.every((lesson) => lesson.id !== id);
  const own = lessons.filter((lesson) => lesson.courseId === courseId);
  return findLinkedLesson(own, address, words) === undefined;
}

/** The addresses, each once; those to lessons once it is known which there are. */
export function useDeadLinks(links: readonly TextLink[], courseId: string): string[] {
  const { data: lessons } = useQuery({ ...lessonQueries.list(), enabled: links.some(isToLesson) });
  const dead = links.filter((link) => isDead(link, lessons, courseId));
  return [...new Set(dead.map(([address]) => decodeName(address)))];
}
