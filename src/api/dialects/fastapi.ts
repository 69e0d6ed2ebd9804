/**
 * A worked example: the dialect of a server as a FastAPI engineer writes it from the specification. snake_case, integer
 * ids, pages of at most 100, a course without its outline, questions with `text` and `options`, explanations and
 * progress as arrays.
 */
import type { Dialect, Json, ToServer } from '@/api/dialect/dialect';

const newest = (...times: (string | undefined)[]): string | undefined =>
  times.reduce((last, time) => ((time ?? '') > (last ?? '') ? time : last), undefined);

/** A section's outline. Each lesson is asked for its question sets and its time. */
async function readSection(section: Json, get: (path: string) => Promise<Json>): Promise<Json> {
  const readLesson = async (lesson: Json) => {
    const { questionSets, updatedAt } = await get(`/lessons/${lesson.id}`);
    const times = questionSets.map((set: Json) => set.updatedAt);
    return { ...lesson, questionSetCount: questionSets.length, updatedAt: newest(updatedAt, ...times) };
  };
  const readChapter = async (chapter: Json) => ({
    ...chapter,
    lessons: await Promise.all(chapter.lessons.map(readLesson)),
  });
  const chapters: Json[] = await Promise.all(section.chapters.map(readChapter));
  const times = chapters.flatMap(({ lessons }) => lessons.map((lesson: Json) => lesson.updatedAt));
  return { ...section, chapters, updatedAt: newest(section.createdAt, ...times) };
}

/** A course's outline: its sections, with the newest time of all that is below it. */
async function readCourse(course: Json, get: (path: string) => Promise<Json>): Promise<Json> {
  const readOne = async ({ id }: Json) => readSection(await get(`/sections/${id}`), get);
  const sections: Json[] = await Promise.all(course.sections.map(readOne));
  const lessons = sections.flatMap(({ chapters }) => chapters.flatMap((chapter: Json) => chapter.lessons));
  const updatedAt = newest(course.createdAt, ...sections.map((section) => section.updatedAt));
  return { ...course, sections, sectionCount: sections.length, lessonCount: lessons.length, updatedAt };
}

/** The id of a question or choice, if the server made it: the app's own new ids are UUIDs. */
const ownId = (id: string) => (/^\d+$/.test(id) ? { id: Number(id) } : {});

/**
 * Writes a question with the right answers by the places of its choices, because the server makes the ids of new ones.
 */
function writeQuestion({ id, choices, correctChoiceIds, correctOrder, acceptedAnswers, ...question }: Json): Json {
  const places = (correctOrder ?? correctChoiceIds)?.map((right: string) =>
    choices.findIndex((choice: Json) => choice.id === right),
  );
  const options = choices.map((choice: Json) => ({ ...ownId(choice.id), body: choice.body }));
  return { ...ownId(id), ...question, choices: options, answer: places ?? acceptedAnswers };
}

const writeQuestionSet: ToServer = (call) => ({
  ...call,
  json: { ...call.json, questions: call.json.questions.map(writeQuestion) },
});

export const dialect: Dialect = {
  version: 'fastapi-2',
  keys: 'snake',
  lists: { envelope: 'items', maxSize: 100 },
  errors: 'fastapi',
  words: { 'Incorrect username or password': 'ユーザー名またはパスワードが違います。' },
  names: {
    user: { name: 'full_name' },
    info: { serviceName: 'name', communityUrl: 'discord_url' },
    course: { updatedAt: 'created_at' },
    section: { order: 'position' },
    chapter: { order: 'position' },
    lesson: { order: 'position' },
    question: { body: 'text', choices: 'options' },
    choice: { body: 'text' },
    setProgress: { submitCount: 'attempts' },
  },
  values: { question: { type: { single: 'single_choice', multiple: 'multiple_choice', order: 'ordering' } } },
  answers: {
    'GET /courses/{id}': (course, { get }) => readCourse(course, get),
    'GET /sections/{id}': (section, { get }) => readSection(section, get),
    // A lesson names only its chapter.
    'GET /lessons/{id}': async (lesson, { get }) => {
      const chapter = await get(`/chapters/${lesson.chapterId}`);
      const section = await get(`/sections/${chapter.sectionId}`);
      const order = section.chapters.flatMap((each: Json) => each.lessons.map(({ id }: Json) => id));
      const at = order.indexOf(lesson.id);
      return {
        ...lesson,
        sectionId: section.id,
        courseId: section.courseId,
        previousLessonId: order[at - 1],
        nextLessonId: order[at + 1],
        updatedAt: newest(lesson.updatedAt, ...lesson.questionSets.map((set: Json) => set.updatedAt)),
      };
    },
    // A bare array: its set and version come from elsewhere.
    'GET /question-set/{id}/explanation': async (questions, { id, get }) => {
      const { updatedAt, questions: asked } = await get(`/question-set/${id}`);
      const typeOf = new Map(asked.map((question: Json) => [question.id, question.type]));
      return {
        questionSetId: id,
        updatedAt,
        questions: questions.map(({ answer, ...rest }: Json) => {
          const type = typeOf.get(rest.questionId);
          const field = type === 'text' ? 'acceptedAnswers' : type === 'order' ? 'correctOrder' : 'correctChoiceIds';
          return { ...rest, [field]: answer };
        }),
      };
    },
    // An array of courses, without the last answers: what is unknown stays unknown.
    'GET /progress/detail/{id}': (courses, { id }) => ({ userId: id, courses }),
  },
  requests: {
    'POST /question-set/': writeQuestionSet,
    'PUT /question-set/{id}': writeQuestionSet,
    'POST /submit/': (call) => ({
      ...call,
      json: {
        clientSubmitId: call.json.clientSubmitId,
        questionSetId: Number(call.json.questionSetId),
        answers: call.json.answers.map(({ questionId, choiceIds, text }: Json) => ({
          questionId: Number(questionId),
          answer: choiceIds ? choiceIds.map(Number) : text,
        })),
      },
    }),
  },
};
