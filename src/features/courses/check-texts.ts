/** Reads the texts of a course and checks them before it is published; loaded when 公開する (publish) is pressed. */
import type { QueryClient } from '@tanstack/react-query';

import { fetchCourses } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { isMissing } from '@/api/network/errors';
import { fetchAllPages } from '@/queries/all-pages';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { fetchWholeQuestionSet } from '@/queries/curriculum/question-set-writes';
import { sectionQueries } from '@/queries/curriculum/sections';
import { contentQueries } from '@/queries/files/contents';
import { readEach } from '@/queries/read-each';
import {
  checkExplanations,
  checkText,
  type Existing,
  type Finding,
  idsOfLinks,
  type TextFacts,
  toFoundLink,
  UNREAD,
} from '@/study/outline/publish-checks';
import { findUndrawn } from '@/ui/markdown-tools/find-undrawn';
import { findLinkedLesson, withoutPreamble } from '@/ui/markdown/cut/documents';
import { readImage } from '@/ui/markdown/elements/allowed-links';

export interface CheckTools {
  queryClient: QueryClient;
  signal: AbortSignal;
  /** Called with the number of lesson texts and question sets read so far, and their total number. */
  onProgress: (done: number, all: number) => void;
}

/** A part of a course that is checked: a lesson's text or a question set. */
interface Part {
  lessonId: string;
  place: string;
  /** Reads the texts of a lesson or question set, and finds its other problems. */
  read: () => Promise<{ texts: readonly string[]; problems: readonly string[] }>;
}

/** A lesson or question set with the findings of the check; `facts` is undefined if it could not be read. */
interface ReadPart extends Part {
  facts?: TextFacts;
  problems: readonly string[];
}

function partsOf(lesson: Lesson, { queryClient, signal }: CheckTools): Part[] {
  const { id: lessonId, title, contentId, questionSets = [] } = lesson;
  const text = contentId && {
    lessonId,
    place: `レッスン「${title}」`,
    read: async () => {
      const markdown = await queryClient.fetchQuery({ ...contentQueries.markdown(contentId), retry: false });
      return { texts: [withoutPreamble(markdown, title)], problems: [] };
    },
  };
  const sets = questionSets
    .filter(({ questionCount }) => questionCount !== 0)
    .map(({ id, title: setTitle }) => ({
      lessonId,
      place: `レッスン「${title}」の問題集「${setTitle}」`,
      read: async () => {
        const { set, explanation } = await fetchWholeQuestionSet(id, signal);
        const questions = set.questions.flatMap(({ body, choices }) => [body, ...choices.map((choice) => choice.body)]);
        const texts = [...questions, ...explanation.questions.map((question) => question.explanation)];
        return { texts, problems: checkExplanations(set, explanation) };
      },
    }));
  return [...(text ? [text] : []), ...sets];
}

/**
 * Collects pictures, links, formula errors and raw syntax from texts, one after the other.
 *
 * @param lessons the lessons that relative links may point to.
 */
async function readFacts(texts: readonly string[], lessons: readonly Lesson[], signal: AbortSignal) {
  const facts = {
    pictures: [] as TextFacts['pictures'][number][],
    links: [] as TextFacts['links'][number][],
    raw: [] as string[],
  };
  let undrawnCount = 0;
  for (const text of texts) {
    const { pictures, links, formulas, faulty, raw } = await findUndrawn(text, signal);
    for (const [address, alt] of pictures) {
      const [, contentId] = /^content:(.+)$/.exec(readImage(address)?.source ?? '') ?? [];
      facts.pictures.push({ contentId, alt });
    }
    for (const [address, words] of links) {
      const resolve = (href: string) => findLinkedLesson(lessons, href, words);
      facts.links.push(toFoundLink(address, globalThis.location.origin, resolve));
    }
    facts.raw.push(...raw.map(({ words }) => words));
    undrawnCount += formulas.length + faulty.length;
  }
  return { ...facts, undrawnCount };
}

/** Finds the course of each section that a link points to; sections that do not exist are missing from the result. */
async function readSections(ids: readonly string[], queryClient: QueryClient): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  const read = async ({ id }: { id: string }) => {
    try {
      const { courseId } = await queryClient.fetchQuery({ ...sectionQueries.detail(id), staleTime: 0, retry: false });
      places.set(id, courseId);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };
  await readEach(
    ids.map((id) => ({ id })),
    read,
  );
  return places;
}

/** Reads which targets of links and pictures exist; requests only kinds of targets that the texts link to. */
async function readExisting(
  courseId: string,
  texts: readonly TextFacts[],
  { queryClient, signal }: CheckTools,
): Promise<Existing> {
  const orUnknown = <T>(read: Promise<T>) => read.catch(() => undefined);
  const lessonIds = idsOfLinks(texts, 'lesson');
  const sectionIds = idsOfLinks(texts, 'section');
  const hasFiles = texts.some(({ pictures }) => pictures.some(({ contentId }) => contentId !== undefined));
  const fresh = { staleTime: 0, retry: false } as const;
  const lessons = async () =>
    lessonIds.length === 0 ? [] : queryClient.fetchQuery({ ...lessonQueries.some(lessonIds), ...fresh });
  const hasLinks = lessonIds.length + sectionIds.length + idsOfLinks(texts, 'course').length > 0;
  // Request the courses from the server, because the cached query may have been restored from an older copy on the
  // device.
  const all = async () => (hasLinks ? fetchAllPages((page) => fetchCourses(page, signal)) : []);
  const files = async () => (hasFiles ? queryClient.fetchQuery({ ...contentQueries.list(), ...fresh }) : []);
  const [linked, sections, courses, contents] = await Promise.all([
    orUnknown(lessons()),
    orUnknown(readSections(sectionIds, queryClient)),
    orUnknown(all()),
    orUnknown(files()),
  ]);
  return {
    courseId,
    lessons: linked && new Map(linked.map((lesson) => [lesson.id, lesson.courseId])),
    sections,
    courses: courses && new Map(courses.map(({ id, status }) => [id, status])),
    contents: contents && new Set(contents.map(({ id }) => id)),
  };
}

/**
 * Checks the texts of a course's lessons and question sets, at most four at a time.
 *
 * @param lessons the course's lessons, in their order.
 * @throws the signal's reason when it was aborted. A text that cannot be read is a finding.
 */
export async function checkTexts(courseId: string, lessons: readonly Lesson[], tools: CheckTools): Promise<Finding[]> {
  const { signal, onProgress } = tools;
  const parts: ReadPart[] = lessons
    .flatMap((lesson) => partsOf(lesson, tools))
    .map((part) => ({ ...part, problems: [UNREAD] }));
  let done = 0;
  onProgress(done, parts.length);
  await readEach(parts, async (part) => {
    signal.throwIfAborted();
    try {
      const { texts, problems } = await part.read();
      part.facts = await readFacts(texts, lessons, signal);
      part.problems = problems;
    } catch {
      // Ignored: a text that could not be read stays without `facts`, which is reported as a finding.
    }
    signal.throwIfAborted();
    onProgress((done += 1), parts.length);
  });
  const existing = await readExisting(
    courseId,
    parts.flatMap(({ facts }) => facts ?? []),
    tools,
  );
  return parts
    .map(({ lessonId, place, problems, facts }) => ({
      lessonId,
      place,
      problems: [...problems, ...(facts ? checkText(facts, existing) : [])],
    }))
    .filter(({ problems }) => problems.length > 0);
}
