/** The verdict on offline study: what the worker and saved courses need from the answers. */
import type { Finding } from './finding';
import type { ReadAnswer, Reading } from './read-checks';
import { idOf, Samples, textIn } from './samples';

const about = 'オフライン';

function lessonsIn(body: unknown): string[] {
  const below = new Samples();
  below.addBelow(body);
  return below.of('lessons', Infinity);
}

/** Lists what keeps courses from working without a network. */
function faultsOf(answers: readonly ReadAnswer[]): string[] {
  const of = (call: string) => answers.filter((answer) => answer.call === `GET ${call}`);
  const courses = of('/courses/{id}');
  const lessons = of('/lessons/{id}');
  const courseIds = new Map(courses.flatMap(({ params, body }) => lessonsIn(body).map((id) => [id, params[0] ?? ''])));
  const faults: string[] = [];
  if (courses.length > 0 && courseIds.size === 0)
    faults.push(
      'コースの中身（sections、chapters、lessons）にレッスンがありません。answers の GET /courses/{id} で集めます（docs/how-to/dialect.md）。',
    );
  const named = [...courses, ...lessons, ...of('/question-set/{id}')];
  if (named.some(({ params, body }) => idOf(body) !== params[0])) faults.push('応答の id が、求めた id と違います。');
  // A lesson without `courseId` belongs to the course whose outline has it, an explanation without its set to that of
  // the call.
  const isAstray = ({ params, body }: ReadAnswer) => {
    const courseId = textIn(body, 'courseId');
    const expected = courseIds.get(params[0] ?? '');
    return courseId !== undefined && expected !== undefined && courseId !== expected;
  };
  if (lessons.some(isAstray))
    faults.push(
      'レッスンの courseId が、そのレッスンのあるコースではありません。answers の GET /lessons/{id} で補います（docs/how-to/dialect.md）。',
    );
  const isOfOther = ({ params, body }: ReadAnswer) => (textIn(body, 'questionSetId') ?? params[0]) !== params[0];
  if (of('/content/{id}').some(({ body }) => (textIn(body, 'url') ?? textOf(body)).startsWith('data:')))
    faults.push(
      '本文やファイルが data: の URL です。端末に保存できません。署名つきか公開の URL にします（docs/how-to/dialect.md）。',
    );
  if (of('/question-set/{id}/explanation').some(isOfOther))
    faults.push('解説の questionSetId が、その問題集ではありません。');
  return faults;
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : '');

/** Says whether saved courses work without a network. */
export function checkOffline({ answers, asker, findings }: Reading): Finding[] {
  const roles = [asker.role];
  const isRead = ['GET /courses/{id}', 'GET /lessons/{id}'].every((call) =>
    answers.some((answer) => answer.call === call),
  );
  if (!isRead)
    return [{ state: 'fail', about, words: 'コースとレッスンを読めないので、端末に保存できません。', roles }];
  const faults = faultsOf(answers);
  if (faults.length > 0) return faults.map((words) => ({ state: 'fail', about, words, roles }));
  const call = 'GET /question-set/{id}/explanation';
  if (findings.some(({ about: refused, words }) => refused === call && words.startsWith('403')))
    return [
      {
        state: 'warn',
        about,
        words: '解説を読めません。保存したコースは「一部」になり、採点は送信後になります。',
        roles,
      },
    ];
  return [{ state: 'pass', about, words: 'コースを端末に保存できます。', roles }];
}
