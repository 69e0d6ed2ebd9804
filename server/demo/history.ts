/** Generates the demo learners' history: lessons read in order, question sets answered, some twice. */
import { randomUUID } from 'node:crypto';

import { scoreAnswers } from '@server/api/study/score';

import type { NewQuestion } from '@/api/question-set-edits';
import type { Answer } from '@/api/submits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/constants';

import type { DemoCourse, DemoQuestionSet } from './course-files';
import type { Habit } from './people';

// A seeded random generator, so that every first start generates the same demo history.

/** Creates a generator of numbers from 0 to 1 (mulberry32, seeded with a hash of the name). */
function createRandom(name: string): () => number {
  let state = Buffer.from(name).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), 2_166_136_261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Demo study times are between 8:00 and 21:00 in Japan. */
const FIRST_HOUR = 8;
const HOURS = 13;
const JAPAN_OFFSET_MS = 9 * HOUR_MS;

type Random = () => number;

interface Reading {
  lessonId: string;
  questionSets: DemoQuestionSet[];
}

/** Lists the lessons that a demo learner has read: in each course the first ones, as many as `habit.lessons` says. */
function listReadings(courses: readonly DemoCourse[], habit: Habit): Reading[] {
  return courses.flatMap((course) => {
    const lessons = course.sections.flatMap((section) => section.chapters.flatMap((chapter) => chapter.lessons));
    return lessons.slice(0, habit.lessons[course.id] ?? 0).map((lesson) => ({
      lessonId: lesson.id,
      questionSets: lesson.questionSets.flatMap((id) => course.questionSets.get(id) ?? []),
    }));
  });
}

/** Moments of study from the first day to the last, more on some days than on others, oldest first. */
function listMoments(count: number, { from, until }: Habit, now: number, random: Random): number[] {
  const today = Math.floor((now + JAPAN_OFFSET_MS) / DAY_MS);
  const moments = Array.from({ length: count }, () => {
    const daysAgo = Math.round(until + (from - until) * random());
    const hours = FIRST_HOUR + HOURS * random();
    return (today - daysAgo) * DAY_MS - JAPAN_OFFSET_MS + hours * HOUR_MS;
  });
  // Make the last day of study that `habit` names a day with study, so that it equals the learner's date of last study.
  if (count > 0) moments[0] = (today - until) * DAY_MS - JAPAN_OFFSET_MS + 20 * HOUR_MS;
  return moments.map((moment) => Math.min(moment, now - 10 * MINUTE_MS)).toSorted((a, b) => a - b);
}

function pickWrong(question: NewQuestion, random: Random): Omit<Answer, 'questionId'> {
  const ids = question.choices.map((choice) => String(choice.id));
  if (question.type === 'text') return { text: random() < 0.5 ? 'わかりません' : '' };
  if (question.type === 'order') return { choiceIds: ids.toReversed() };
  const wrong = ids.filter((id) => !question.correctChoiceIds?.includes(id));
  return { choiceIds: wrong.slice(Math.floor(random() * wrong.length)).slice(0, 1) };
}

function pickRight({ correctChoiceIds, correctOrder, acceptedAnswers }: NewQuestion): Omit<Answer, 'questionId'> {
  const choiceIds = (correctOrder ?? correctChoiceIds)?.map(String);
  return choiceIds ? { choiceIds } : { text: acceptedAnswers?.[0] ?? '' };
}

function makeSubmit(
  set: DemoQuestionSet,
  at: number,
  chance: number,
  { userId, seenVersion, random }: { userId: string; seenVersion: string; random: Random },
) {
  const answers: Answer[] = set.questions.map((question) => ({
    questionId: question.id,
    ...(random() < chance ? pickRight(question) : pickWrong(question, random)),
  }));
  const answeredAt = new Date(at).toISOString();
  return {
    id: randomUUID(),
    userId,
    clientSubmitId: randomUUID(),
    questionSetId: set.id,
    questionSetUpdatedAt: seenVersion,
    answers,
    ...scoreAnswers(set.questions, answers),
    answeredAt,
    receivedAt: answeredAt,
    studiedAt: answeredAt,
  };
}

/**
 * Makes one demo learner's history.
 *
 * @param now ms since 1970; no time of the history is later.
 * @param seenVersion the version of the question sets that were answered.
 */
export function makeHistory(
  user: { id: string; username: string; habit: Habit },
  courses: readonly DemoCourse[],
  now: number,
  seenVersion: string,
) {
  const random = createRandom(user.username);
  const learner = { userId: user.id, seenVersion, random };
  const readings = listReadings(courses, user.habit);
  const moments = listMoments(readings.length, user.habit, now, random);
  const reads = readings.map(({ lessonId }, index) => {
    return { userId: user.id, lessonId, readAt: new Date(moments[index] ?? now).toISOString() };
  });
  const submits = readings.flatMap(({ questionSets }, index) => {
    const at = (moments[index] ?? now) + 3 * MINUTE_MS;
    return questionSets.flatMap((set) => {
      const first = makeSubmit(set, at, user.habit.skill, learner);
      if (first.score === first.maxScore || random() < 0.35) return [first];
      return [first, makeSubmit(set, at + 4 * MINUTE_MS, (user.habit.skill + 1) / 2, learner)];
    });
  });
  return { reads, submits };
}
