/** Fills an empty database with demo data: courses, people and their history. */
import { hashPassword } from '@server/api/auth/passwords';
import { recordCompletions } from '@server/api/completions/record-completions';
import { fileKindOf } from '@server/api/content/accepted-files';
import { picturesOfMarkdown, picturesOfQuestionSet, savePictures } from '@server/api/pictures/text-pictures';
import { saveInfo } from '@server/api/settings/info';
import type { Database } from '@server/db/database';
import {
  companies,
  lessonReads,
  submits,
  users,
  chapters,
  contents,
  courses,
  lessons,
  questionSets,
  sections,
} from '@server/db/schema';

import { DAY_MS, CONTENT_CONTAINER } from '@/lib/constants';

import { type DemoCourse, readDemoCourses, type DemoFile } from './course-files';
import { makeHistory } from './history';
import { DEMO_PASSWORD, demoCompanies, demoPeople, type DemoPerson, demoUserId } from './people';

// The demo's draft course, which editors see and students do not.

const markdown = `新しく入った人が最初の一週間で知っておきたいことを、順にまとめています。この課はまだ書きかけです。

## 一日目にすること

- 入館証を受け取る
- 貸与パソコンの初期設定をする
- 困ったときの連絡先を控える
`;

const draftCourse: DemoCourse = {
  id: 'onboarding',
  title: 'はじめの一週間（準備中）',
  description: '新入社員のための案内です。公開前のため、受講者には表示されません。',
  thumbnail: '',
  sections: [
    {
      id: 'onboarding-s1',
      title: '入社したら',
      description: '最初の日に済ませることを確かめます。',
      chapters: [
        {
          id: 'onboarding-s1-c1',
          title: '一日目',
          lessons: [
            { id: 'onboarding-first-day', title: '一日目の流れ', minutes: 3, questionSets: ['onboarding-q-first-day'] },
          ],
        },
      ],
    },
  ],
  markdown: [
    {
      id: 'onboarding-first-day-md',
      fileName: 'onboarding-first-day.md',
      bytes: new Uint8Array(Buffer.from(markdown)),
    },
  ],
  images: [],
  questionSets: new Map([
    [
      'onboarding-q-first-day',
      {
        id: 'onboarding-q-first-day',
        title: '確認問題：一日目',
        questions: [
          {
            id: 'onboarding-q-first-day-1',
            type: 'single',
            body: '一日目に最初に受け取るものはどれですか。',
            choices: [
              { id: 'onboarding-q-first-day-1-a', body: '入館証' },
              { id: 'onboarding-q-first-day-1-b', body: '名刺' },
            ],
            correctChoiceIds: ['onboarding-q-first-day-1-a'],
            explanation: '入館証がないと、ほかの場所へ進めません。名刺は一週間ほどで届きます。',
          },
        ],
      },
    ],
  ]),
};

// Inserts a demo course with everything below it, with one insert per table.

/** The demo course's position and the time of all its rows. */
interface Written {
  order: number;
  updatedAt: string;
}

async function insertFiles(database: Database, files: readonly DemoFile[], updatedAt: string): Promise<void> {
  const rows = files.flatMap(({ id, fileName, bytes }) => {
    const kind = fileKindOf(bytes, fileName);
    if (!kind) return [];
    const stored = {
      id,
      containerName: CONTENT_CONTAINER,
      fileName,
      ...kind,
      byteLength: bytes.length,
      bytes,
      updatedAt,
    };
    // The demo's pictures count as free of metadata without a check, because a test checks that.
    return [{ ...stored, strippedVersion: kind.fileType === 'img' ? updatedAt : null }];
  });
  if (rows.length > 0) await database.insert(contents).values(rows);
  await savePictures(database, rows.filter(({ fileType }) => fileType === 'md').map(picturesOfMarkdown));
}

/** Lists all lessons of a course with chapter id and position. */
function listLessons(course: DemoCourse) {
  const chapterList = course.sections.flatMap((section) => section.chapters);
  return chapterList.flatMap((chapter) =>
    chapter.lessons.map((lesson, order) => ({ ...lesson, chapterId: chapter.id, order })),
  );
}

async function insertOutline(database: Database, course: DemoCourse, updatedAt: string): Promise<void> {
  const sectionRows = course.sections.map(({ id, title, description }, order) => {
    return { id, courseId: course.id, title, description, order, updatedAt };
  });
  const chapterRows = course.sections.flatMap((section) =>
    section.chapters.map(({ id, title }, order) => ({ id, sectionId: section.id, title, order, updatedAt })),
  );
  await database.insert(sections).values(sectionRows);
  await database.insert(chapters).values(chapterRows);
}

async function insertLessons(database: Database, course: DemoCourse, updatedAt: string): Promise<void> {
  const contentIds = new Set(course.markdown.map((file) => file.id));
  const lessonList = listLessons(course);
  const lessonRows = lessonList.map(({ id, chapterId, title, order, minutes }) => {
    const contentId = contentIds.has(`${id}-md`) ? `${id}-md` : null;
    return { id, chapterId, title, order, minutes, contentId, updatedAt };
  });
  await database.insert(lessons).values(lessonRows);
  const setRows = lessonList.flatMap((lesson) =>
    lesson.questionSets.flatMap((setId, order) => {
      const set = course.questionSets.get(setId);
      return set ? [{ ...set, lessonId: lesson.id, order, updatedAt }] : [];
    }),
  );
  if (setRows.length > 0) await database.insert(questionSets).values(setRows);
  await savePictures(database, setRows.map(picturesOfQuestionSet));
}

/** Inserts a demo course that the database does not have. */
async function insertCourse(
  database: Database,
  course: DemoCourse,
  status: 'draft' | 'published',
  { order, updatedAt }: Written,
): Promise<void> {
  await insertFiles(database, [...course.markdown, ...course.images], updatedAt);
  const { id, title, description } = course;
  const thumbnailContentId = course.images.find((image) => image.id === course.thumbnail)?.id ?? null;
  const versions = { updatedAt, checkedVersion: updatedAt };
  await database.insert(courses).values({ id, title, description, status, order, thumbnailContentId, ...versions });
  await insertOutline(database, course, updatedAt);
  await insertLessons(database, course, updatedAt);
}

/** Age of the demo's courses and accounts, in days: older than the oldest history. */
const FOUNDED_DAYS_AGO = 130;

const notice = `**ようこそ、まなびばへ。**

- 「情報セキュリティ」は全社員が対象です。第1セクションから始めましょう。
- 通信のない場所でも、保存したコースで学習を続けられます。
`;

function historyOf(
  { id, username, habit }: DemoPerson & { id: string },
  demoCourses: readonly DemoCourse[],
  now: number,
  seenVersion: string,
) {
  if (!habit) return { reads: [], submits: [] };
  return makeHistory({ id, username, habit }, demoCourses, now, seenVersion);
}

async function insertPeople(
  database: Database,
  demoCourses: readonly DemoCourse[],
  now: number,
  createdAt: string,
): Promise<void> {
  await database
    .insert(companies)
    .values(demoCompanies.map((company) => ({ ...company, createdAt, updatedAt: createdAt })));
  // One hash for all demo accounts: the password is published, and hashing it for each would take seconds.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = demoPeople.map((person) => {
    const id = demoUserId(person);
    const history = historyOf({ ...person, id }, demoCourses, now, createdAt);
    const moments = [...history.reads.map((read) => read.readAt), ...history.submits.map((submit) => submit.studiedAt)];
    const { habit: _, ...who } = person;
    const email = `${person.username}@example.com`;
    const lastStudiedAt = moments.toSorted().at(-1) ?? null;
    return {
      row: { ...who, id, passwordHash, email, active: true, createdAt, lastStudiedAt, updatedAt: createdAt },
      history,
    };
  });
  await database.insert(users).values(people.map(({ row }) => row));
  const readRows = people.flatMap(({ history }) => history.reads);
  if (readRows.length > 0)
    await database.insert(lessonReads).values(readRows.map((read) => ({ ...read, checked: true })));
  const submitRows = people.flatMap(({ history }) => history.submits);
  if (submitRows.length > 0) await database.insert(submits).values(submitRows);
}

/** Inserts the demo data into an empty database. */
export async function seedDemoData(database: Database): Promise<void> {
  const now = Date.now();
  const updatedAt = new Date(now - FOUNDED_DAYS_AGO * DAY_MS).toISOString();
  const demoCourses = readDemoCourses();
  for (const [order, course] of demoCourses.entries())
    await insertCourse(database, course, 'published', { order, updatedAt });
  await insertCourse(database, draftCourse, 'draft', { order: demoCourses.length, updatedAt });
  await insertPeople(database, demoCourses, now, updatedAt);
  await recordCompletions(database, ...demoCourses.map(({ id }) => id));
  await saveInfo(database, {
    serviceName: 'まなびば',
    notice,
    communityUrl: 'https://discord.com/invite/manabiba-demo',
    supportEmail: 'support@example.com',
  });
}
