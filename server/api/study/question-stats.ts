/** Statistics of a set's questions (screen 問題の分析), from the last submit of each learner. */
import { type Actor, visiblePeople } from '@server/api/access/permissions';
import { findQuestionSet } from '@server/api/curriculum/question-sets';
import { found } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { submits, users } from '@server/db/schema';
import { and, inArray, not, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { NewQuestion } from '@/api/question-set-edits';
import { commonestTexts, MIN_STAFF_PEOPLE, MIN_STAFF_WRITERS, type setStatsSchema } from '@/api/question-stats';

type StatsAnswer = z.input<typeof setStatsSchema>;
type QuestionAnswer = NonNullable<StatsAnswer['questions']>[number];

/**
 * The maximum number of different wrong texts that are read, the commonest first, and their maximum length in
 * characters.
 */
const MAX_TEXTS_READ = 2000;
const MAX_TEXT_LENGTH = 200;

/** SQL for the last submit of each learner whom the actor sees. */
function lastSubmits(actor: Actor, questionSetId: string): SQL {
  const visible = visiblePeople(actor);
  const isVisible =
    typeof visible === 'string' ? sql`${visible === 'all'}` : sql`${users.companyId} = ${visible.companyId}`;
  return sql`(
    select distinct on (${submits.userId}) ${submits.userId}, ${submits.answers}, ${submits.results}, ${submits.score}, ${submits.maxScore}
    from ${submits} join ${users} on ${users.id} = ${submits.userId}
    where ${submits.questionSetId} = ${questionSetId} and ${users.role} = 'STUDENT' and ${isVisible}
    order by ${submits.userId}, ${submits.studiedAt} desc, ${submits.receivedAt} desc, ${submits.id} desc
  ) as last`;
}

const questionId = sql<string>`item.value ->> 'questionId'`;
const isRight = sql`(item.value ->> 'correct')::boolean::int`;
const count = sql<number>`count(*)::int`;

/**
 * Reads for each question how many learners were right, and the discrimination index. Only the first `max_score`
 * results of a submit count: the later ones are of answers to deleted questions.
 */
function readQuestions(database: Database, last: SQL) {
  const rest = sql`(score - ${isRight})::float8 / greatest(max_score - 1, 1)`;
  return database
    .select({
      questionId,
      peopleCount: count,
      rightCount: sql<number>`sum(${isRight})::int`,
      discrimination: sql<number | null>`corr(${isRight}::float8, ${rest})`,
    })
    .from(sql`${last} cross join lateral jsonb_array_elements(results) with ordinality as item (value, place)`)
    .where(sql`place <= max_score`)
    .groupBy(sql`1`);
}

/**
 * SQL for the answers of the last submits. A submit may answer a question several times: its last answer counts, as in
 * grading.
 */
const answersOf = (last: SQL) => sql`${last} cross join lateral (
    select distinct on (value ->> 'questionId') value
    from jsonb_array_elements(answers) with ordinality as answer (value, place)
    order by value ->> 'questionId', place desc
  ) as item`;

/** Counts who chose each choice. Several choices are no answer to a question of the type `single`. */
function readChoices(database: Database, last: SQL, questions: readonly NewQuestion[]) {
  const ids = sql`case jsonb_typeof(item.value -> 'choiceIds') when 'array' then item.value -> 'choiceIds' else '[]' end`;
  const singleIds = questions.filter(({ type }) => type === 'single').map(({ id }) => String(id));
  const isSeveral = sql`(select count(distinct chosen) > 1 from jsonb_array_elements_text(${ids}) as chosen)`;
  return database
    .select({ questionId, choiceId: sql<string>`choice.value`, count: sql<number>`count(distinct user_id)::int` })
    .from(sql`${answersOf(last)} cross join lateral jsonb_array_elements_text(${ids}) as choice (value)`)
    .where(not(and(inArray(questionId, singleIds), isSeveral) ?? sql`false`))
    .groupBy(sql`1`, sql`2`);
}

function readWrongTexts(database: Database, last: SQL) {
  const text = sql<string>`left(item.value ->> 'text', ${sql.raw(String(MAX_TEXT_LENGTH))})`;
  const isWrong = sql`exists (
    select from jsonb_array_elements(results) with ordinality as result (value, place)
    where place <= max_score and result.value ->> 'questionId' = item.value ->> 'questionId' and not (result.value ->> 'correct')::boolean
  )`;
  return database
    .select({ questionId, text, count })
    .from(answersOf(last))
    .where(sql`item.value ->> 'text' <> '' and ${isWrong}`)
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`3 desc`, sql`2`)
    .limit(MAX_TEXTS_READ);
}

interface Read {
  questions: Awaited<ReturnType<typeof readQuestions>>;
  choices: Awaited<ReturnType<typeof readChoices>>;
  texts: Awaited<ReturnType<typeof readWrongTexts>>;
}

function toQuestion(question: NewQuestion, { questions, choices, texts }: Read, minWriters: number): QuestionAnswer {
  const id = String(question.id);
  const isOf = (row: { questionId: string }) => row.questionId === id;
  const { peopleCount = 0, rightCount = 0, discrimination } = questions.find(isOf) ?? {};
  const correctIds = new Set(question.correctChoiceIds?.map(String));
  const hasChoices = question.type === 'single' || question.type === 'multiple';
  return {
    questionId: id,
    type: question.type,
    body: question.body,
    peopleCount,
    rightCount,
    ...(typeof discrimination === 'number' && { discrimination }),
    choices: (hasChoices ? question.choices : []).map((choice) => ({
      id: String(choice.id),
      body: choice.body,
      isCorrect: correctIds.has(String(choice.id)),
      count: choices.find((row) => isOf(row) && row.choiceId === String(choice.id))?.count ?? 0,
    })),
    wrongTexts: question.type === 'text' ? commonestTexts(texts.filter(isOf), minWriters, question.lenient) : [],
  };
}

/** Reads the statistics of one set, of the learners whom the actor sees. @throws {Problem} 404. */
export async function readSetStats(database: Database, actor: Actor, questionSetId: string): Promise<StatsAnswer> {
  const set = found(await findQuestionSet(database, actor.role, questionSetId), '問題集');
  const last = lastSubmits(actor, questionSetId);
  const [counted] = await database.select({ peopleCount: count }).from(last);
  const { peopleCount } = counted ?? { peopleCount: 0 };
  const { id, lessonId, title, updatedAt } = set;
  const head = { questionSetId: id, lessonId, title, updatedAt, peopleCount };
  const isStaff = actor.role === 'STAFF';
  if (isStaff && peopleCount < MIN_STAFF_PEOPLE) return { ...head, questions: [], isWithheld: true };
  const read = {
    questions: await readQuestions(database, last),
    choices: await readChoices(database, last, set.questions),
    texts: await readWrongTexts(database, last),
  };
  const minWriters = isStaff ? MIN_STAFF_WRITERS : 1;
  return { ...head, questions: set.questions.map((question) => toQuestion(question, read, minWriters)) };
}
