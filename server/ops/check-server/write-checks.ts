/**
 * The checks of `--write`: a learner's reading and submit, each sent twice, and a draft course that is edited and
 * deleted.
 */
import { randomUUID } from 'node:crypto';

import { submitSchema } from '@/api/submits';

import type { Connection, SendOptions, ServerAnswer } from './connection';
import type { Finding } from './finding';
import { judgeAnswer, judgeBody } from './judge-answer';
import type { Reading } from './read-checks';
import { itemsOf, textIn } from './samples';

const COURSE_TITLE = 'check-server';

type Send = (path: string, options?: SendOptions) => Promise<ServerAnswer>;

const valueIn = (body: unknown, name: string) => (Object(body) as Record<string, unknown>)[name];

/** Returns what makes a write fail: it must be answered with 2xx and JSON or nothing. */
function judgeWrite(about: string, answer: ServerAnswer): Finding[] {
  return answer.ok && answer.text === '' ? [] : (judgeAnswer(about, answer) ?? []);
}

/** Returns true if a field anywhere in a body has an id; as in the app, an integer is its text. */
function hasId(body: unknown, field: string, id: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]) => (name === field && String(value) === id) || hasId(value, field, id),
  );
}

/** Returns what is wrong if the learner's progress cannot be read or lacks what was sent. */
function judgeProgress(
  progress: ServerAnswer,
  { about, field, id, words }: { about: string; field: string; id: string; words: string },
): Finding[] {
  const refused = judgeAnswer('GET /progress/detail/{user_id}', progress) ?? [];
  if (refused.length > 0 || hasId(progress.body, field, id)) return refused;
  return [{ state: 'fail', about, words: `${words}が GET /progress/detail/{user_id} に出ません。` }];
}

/** Sends a reading twice. */
async function checkRead(send: Send, lessonId: string, readProgress: () => Promise<ServerAnswer>): Promise<Finding[]> {
  const about = 'PUT /progress/lesson/{lesson_id}';
  const path = `/progress/lesson/${lessonId}`;
  const first = judgeWrite(about, await send(path, { method: 'PUT' }));
  if (first.length > 0) return first;
  const [second] = judgeWrite(about, await send(path, { method: 'PUT' }));
  if (second) return [{ ...second, words: `2回目の読了: ${second.words}繰り返しても同じ返事にしてください。` }];
  const missing = judgeProgress(await readProgress(), { about, field: 'lessonId', id: lessonId, words: '読了' });
  if (missing.length > 0) return missing;
  return [{ state: 'pass', about, words: '2回送っても、読了は1つです。' }];
}

/** Chooses an answer of the right form to each question. */
function answersTo(set: unknown): object[] {
  return itemsOf(valueIn(set, 'questions')).map((question) => {
    const questionId = textIn(question, 'id');
    const choiceIds = itemsOf(valueIn(question, 'choices')).flatMap((choice) => textIn(choice, 'id') ?? []);
    const type = valueIn(question, 'type');
    if (type === 'text') return { questionId, text: COURSE_TITLE };
    return { questionId, choiceIds: type === 'order' ? choiceIds : choiceIds.slice(0, 1) };
  });
}

/** Sends a submit twice with the same clientSubmitId. */
async function checkSubmit(send: Send, set: unknown, readProgress: () => Promise<ServerAnswer>): Promise<Finding[]> {
  const about = 'POST /submit/';
  const questionSetId = textIn(set, 'id') ?? '';
  const json = {
    clientSubmitId: randomUUID(),
    questionSetId,
    questionSetUpdatedAt: textIn(set, 'updatedAt'),
    answers: answersTo(set),
    answeredAt: new Date().toISOString(),
  };
  const first = await send('/submit/', { method: 'POST', json });
  const findings = judgeAnswer(about, first) ?? judgeBody(about, first, submitSchema);
  if (findings.some(({ state }) => state === 'fail')) return findings;
  const second = await send('/submit/', { method: 'POST', json });
  if (!second.ok)
    return [{ state: 'fail', about, words: `同じ clientSubmitId の2回目を ${second.status} で断ります。` }];
  if (textIn(second.body, 'id') !== textIn(first.body, 'id'))
    return [
      { state: 'fail', about, words: '同じ clientSubmitId の2回目が、別の提出になります。同じ提出を返してください。' },
    ];
  const place = { about, field: 'questionSetId', id: questionSetId, words: '提出' };
  return [...findings, ...judgeProgress(await readProgress(), place)];
}

/** Writes as a test learner. */
export async function checkLearnerWrites(connection: Connection, { asker, answers }: Reading): Promise<Finding[]> {
  const send: Send = (path, options) => connection.send(path, { bearer: asker.bearer, ...options });
  const readProgress = () => send(`/progress/detail/${asker.userId}`);
  const lesson = answers.find(({ call }) => call === 'GET /lessons/{id}');
  const set = answers.find(({ call, body }) => call === 'GET /question-set/{id}' && answersTo(body).length > 0);
  const none = (about: string): Finding[] => [{ state: 'skip', about, words: '調べるものがありません。' }];
  const findings = [
    ...(lesson
      ? await checkRead(send, lesson.params[0] ?? '', readProgress)
      : none('PUT /progress/lesson/{lesson_id}')),
    ...(set ? await checkSubmit(send, set.body, readProgress) : none('POST /submit/')),
  ];
  return findings.map((finding) => ({ ...finding, roles: [asker.role] }));
}

/** Compares what was sent with the course that is read back. */
function findLostFields(about: string, sent: Record<string, unknown>, answer: ServerAnswer): Finding[] {
  const refused = judgeAnswer('GET /courses/{id}', answer) ?? [];
  if (refused.length > 0) return refused;
  const { body } = answer;
  return Object.keys(sent)
    .filter((name) => valueIn(body, name) !== sent[name])
    .map((field) => ({ state: 'warn', about, words: 'サーバーはこの項目を保存しません。', field }));
}

/** Edits the course, reads it back and compares its versions. */
async function checkEdit(
  send: Send,
  path: string,
  created: unknown,
  sent: Record<string, unknown>,
): Promise<Finding[]> {
  const about = 'PATCH /courses/{id}';
  const kept = findLostFields('POST /courses/', sent, await send(path));
  const edited = await send(path, { method: 'PATCH', json: { description: `${COURSE_TITLE} 2` } });
  const refused = judgeWrite(about, edited);
  if (refused.length > 0) return [...kept, ...refused];
  const read = await send(path);
  const lost = findLostFields(about, { description: `${COURSE_TITLE} 2` }, read);
  const version = textIn(created, 'updatedAt');
  const isStale = version !== undefined && textIn(read.body, 'updatedAt') === version;
  if (isStale)
    lost.push({ state: 'fail', about, words: '変更しても updatedAt が変わりません。端末の写しが古いままになります。' });
  const findings = [...kept, ...lost];
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: '保存され、updatedAt が変わります。' }];
}

/** Creates a draft course, and deletes it. @param left receives what was made and is not deleted yet. */
export async function checkAuthorWrites(
  connection: Connection,
  { asker, answers }: Reading,
  left: Set<string>,
): Promise<Finding[]> {
  const about = 'POST /courses/';
  const send: Send = (path, options) => connection.send(path, { bearer: asker.bearer, ...options });
  const cover = answers.flatMap(({ body }) => textIn(body, 'thumbnailContentId') ?? [])[0];
  const sent = { title: COURSE_TITLE, description: '', status: 'draft', ...(cover && { thumbnailContentId: cover }) };
  const answer = await send('/courses/', { method: 'POST', json: sent });
  const id = textIn(answer.body, 'id');
  const ofRole = (findings: Finding[]) => findings.map((finding) => ({ ...finding, roles: [asker.role] }));
  const refused = judgeAnswer(about, answer) ?? [];
  if (refused.length > 0 || id === undefined) {
    if (answer.ok) left.add(`コース「${COURSE_TITLE}」`);
    return ofRole([...refused, ...(refused.length > 0 ? [] : [idMissing(about)])]);
  }
  const path = `/courses/${encodeURIComponent(id)}`;
  left.add(path);
  const findings = await checkEdit(send, path, answer.body, sent);
  const deleted = judgeWrite('DELETE /courses/{id}', await send(path, { method: 'DELETE' }));
  if (deleted.length === 0) left.delete(path);
  return ofRole([...findings, ...deleted]);
}

function idMissing(about: string): Finding {
  return { state: 'fail', about, words: '作ったものの id を返しません。' };
}
