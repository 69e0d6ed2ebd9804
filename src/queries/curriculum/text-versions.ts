/** Lists the saved versions of a lesson's text: the files that are named for the lesson (docs/decisions/0087). */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { type Content, fetchContents } from '@/api/files/contents';
import { lessonOfVersion } from '@/api/files/version-names';
import { fetchLesson, type Lesson } from '@/api/lessons';
import { toWords } from '@/api/shapes';
import type { ContentQuery } from '@/api/title-lists';
import { searchAllPages } from '@/queries/all-pages';
import { contentQueries } from '@/queries/files/contents';
import { titledFiles } from '@/queries/files/upload-checks';

export interface TextVersions {
  lesson: Lesson;
  /** The versions, newest first, including the file in use, even if it is named otherwise. */
  versions: readonly Content[];
  /**
   * Other text files that are named after the lesson's title, as first versions are, and versions that earlier builds
   * saved; newest first.
   */
  sameTitle: readonly Content[];
}

/** Fetches the files that may belong to a lesson; all files from a server that cannot search them. */
async function fetchCandidates(
  { id, title, contentId }: Lesson,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<Content[]> {
  const queries: ContentQuery[] = [{ q: `${id}~` }, { q: toWords(titledFiles(title).stem) }];
  if (contentId) queries.push({ ids: contentId });
  const found = await Promise.all(
    queries.map((query) => searchAllPages((page) => fetchContents.search({ ...query, ...page }, signal))),
  );
  const files = found.flatMap((some) => some ?? []);
  if (found.includes(undefined)) return client.fetchQuery(contentQueries.list());
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

/** Returns when a file was saved, ms since 1970; 0 if it is unknown. */
const savedAt = ({ updatedAt }: Content) => Date.parse(updatedAt ?? '') || 0;

/** Sorts the files of a lesson into versions and texts of the same title. @param files may contain others. */
export function versionsOf(lesson: Lesson, files: readonly Content[]): TextVersions {
  const texts = files.filter(({ fileType }) => fileType === 'md').sort((a, b) => savedAt(b) - savedAt(a));
  const isVersion = ({ id, fileName }: Content) => id === lesson.contentId || lessonOfVersion(fileName) === lesson.id;
  const { isOne } = titledFiles(lesson.title);
  return {
    lesson,
    versions: texts.filter(isVersion),
    sameTitle: texts.filter((file) => !isVersion(file) && isOne(file.fileName)),
  };
}

/** The query of the versions of a lesson's text as the server has them now; always fetched. */
export function textVersions(lessonId: string) {
  return queryOptions({
    queryKey: ['contents', 'versions', lessonId],
    queryFn: async ({ client, signal }) => {
      const lesson = await fetchLesson(lessonId, signal);
      return versionsOf(lesson, await fetchCandidates(lesson, { client, signal }));
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Returns the ids of the files that hold an earlier version of a lesson's text. On a server that does not send where a
 * file is used, these are all but the newest of each lesson.
 */
export function olderVersions(files: readonly Content[]): ReadonlySet<string> {
  const newest = new Map<string, Content>();
  for (const file of files) {
    const lessonId = lessonOfVersion(file.fileName);
    const other = lessonId === undefined ? undefined : newest.get(lessonId);
    if (lessonId && !(other && savedAt(other) >= savedAt(file))) newest.set(lessonId, file);
  }
  const isInUse = ({ id, fileName, uses }: Content) =>
    uses ? uses.some(({ kind }) => kind !== 'version') : newest.get(lessonOfVersion(fileName) ?? '')?.id === id;
  const older = files.filter((file) => lessonOfVersion(file.fileName) && !isInUse(file));
  return new Set(older.map(({ id }) => id));
}
