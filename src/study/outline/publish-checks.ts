/**
 * Checks a course's texts before it is published. Unlike the empty parts (outline-gaps.ts), its findings are only
 * advice.
 */
import type { CourseStatus } from '@/api/courses';
import type { Explanation, QuestionSet } from '@/api/question-sets';

import { type LinkTarget, readLinkTarget } from './link-targets';

/** A link of a text with its target. */
export interface FoundLink {
  address: string;
  target: LinkTarget | undefined;
}

/** The problems found in one text, or in all texts of a question set. */
export interface TextFacts {
  pictures: readonly {
    /** The content id of the picture; undefined for pictures that are not files of the library. */
    contentId: string | undefined;
    alt: string;
  }[];
  links: readonly FoundLink[];
  /** The number of formulas that cannot be rendered, so that learners see their source. */
  undrawnCount: number;
  /** Syntax of other tools, which learners see as it is written. */
  raw: readonly string[];
}

/** The existing link targets; undefined where they could not be read. */
export interface Existing {
  /** The id of the course that is checked; a link within it never counts as a link to a draft. */
  courseId: string;
  /** The course id of each lesson and section that a link points to. */
  lessons: ReadonlyMap<string, string | undefined> | undefined;
  sections: ReadonlyMap<string, string> | undefined;
  courses: ReadonlyMap<string, CourseStatus | undefined> | undefined;
  /** The ids of the files in the library. */
  contents: ReadonlySet<string> | undefined;
}

type LinkState = 'fine' | 'gone' | 'draft' | 'unknown';

function stateOfCourse(id: string | undefined, { courseId, courses }: Existing): LinkState {
  if (id === undefined) return 'gone';
  if (id === courseId) return 'fine';
  if (!courses) return 'unknown';
  if (!courses.has(id)) return 'gone';
  const status = courses.get(id);
  if (status === undefined) return 'unknown';
  return status === 'draft' ? 'draft' : 'fine';
}

/**
 * Returns the state of a link's target: `fine` if learners reach it, `gone`, `draft`, or `unknown`. Links to other
 * sites are not checked.
 */
export function checkLink({ target }: FoundLink, existing: Existing): LinkState {
  switch (target?.kind) {
    case 'heading':
      return target.exists ? 'fine' : 'gone';
    case 'document':
      // Relative addresses that name a lesson were resolved before this check.
      return 'gone';
    case 'course':
      return stateOfCourse(target.id, existing);
    case 'lesson':
    case 'section': {
      const places = target.kind === 'lesson' ? existing.lessons : existing.sections;
      return places ? stateOfCourse(places.get(target.id), existing) : 'unknown';
    }
    default:
      return 'fine';
  }
}

/** Maximum number of addresses or questions that a phrase lists by name. */
const MAX_NAMED = 3;

function nameAll(names: readonly string[]): string {
  const each = [...new Set(names)];
  return `${each.slice(0, MAX_NAMED).join('、')}${each.length > MAX_NAMED ? 'など' : ''}`;
}

/** Returns a list with one phrase, the count with names, e.g. 「言葉 2件（名、名）」; returns an empty list if the count is 0. */
function countWords(words: string, count: number, names: readonly string[] = []): string[] {
  if (count === 0) return [];
  return [`${words} ${count}件${names.length > 0 ? `（${nameAll(names)}）` : ''}`];
}

/** Returns a phrase for each kind of problem in the texts of a lesson or a question set. */
export function checkText({ pictures, links, undrawnCount, raw }: TextFacts, existing: Existing): string[] {
  const addressesOf = (state: LinkState) =>
    links.filter((link) => checkLink(link, existing) === state).map(({ address }) => address);
  const [gone, draft, unknown] = [addressesOf('gone'), addressesOf('draft'), addressesOf('unknown')];
  const ids = pictures.flatMap(({ contentId }) => contentId ?? []);
  const missing = ids.filter((id) => existing.contents?.has(id) === false);
  const unchecked = unknown.length + (existing.contents ? 0 : ids.length);
  return [
    ...countWords('説明のない画像', pictures.filter(({ alt }) => alt.trim() === '').length),
    ...countWords('見つからない画像', missing.length),
    ...countWords('リンク先が見つからないリンク', gone.length, gone),
    ...countWords('下書きのコースへのリンク', draft.length, draft),
    ...countWords('表示できない数式', undrawnCount),
    ...countWords('書いたまま表示される記号', raw.length, raw),
    ...countWords('確認できなかったリンクと画像', unchecked),
  ];
}

/** Returns a phrase for the questions of a set without an explanation. */
export function checkExplanations({ questions }: QuestionSet, { questions: explained }: Explanation): string[] {
  const texts = new Map(explained.map(({ questionId, explanation }) => [questionId, explanation]));
  const numbers = questions.flatMap(({ id }, index) => ((texts.get(id) ?? '').trim() === '' ? [`問${index + 1}`] : []));
  return countWords('解説のない問題', numbers.length, numbers);
}

/** The text of the finding for a lesson or question set whose text could not be read. */
export const UNREAD = '読み込めなかったため、確認できませんでした';

/** The problems of one lesson's text or of one question set. */
export interface Finding {
  /** The lesson whose editor shows the problem; undefined if the problem concerns all lessons. */
  lessonId: string | undefined;
  /** The title of the lesson, or of the set with its lesson. */
  place: string;
  problems: readonly string[];
}

/** Returns the ids that links point to, without duplicates. */
export function idsOfLinks(texts: readonly TextFacts[], kind: 'lesson' | 'section' | 'course'): string[] {
  const ids = texts.flatMap(({ links }) => links.flatMap(({ target }) => (target?.kind === kind ? [target.id] : [])));
  return [...new Set(ids)].sort();
}

/** Returns a link with its target; `resolve` returns the path of the lesson that a relative address names. */
export function toFoundLink(
  address: string,
  origin: string,
  resolve: (address: string) => string | undefined,
): FoundLink {
  const target = readLinkTarget(address, origin);
  const path = target?.kind === 'document' ? resolve(address) : undefined;
  return { address, target: path === undefined ? target : readLinkTarget(path, origin) };
}
