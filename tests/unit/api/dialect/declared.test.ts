/** Tests what a dialect declares: key case, lists, names, values, defaults, slashes, functions by call, refusals. */
import { describe, expect, test } from 'vitest';

import { translatorOf } from '@/api/dialect/declared';
import type { Call, Dialect, Json } from '@/api/dialect/dialect';

const get = () => Promise.reject(new Error('unexpected'));
const callOf = (method: string, path: string, query = {}, json?: Json): Call => ({ method, path, query, json });
const appOf = (dialect: Omit<Dialect, 'version'>, path: string, body: Json, query = {}) =>
  translatorOf({ version: '1', ...dialect }).toApp(body, { ...callOf('GET', path, query), get, status: 200, id: '5' });
const serverOf = (dialect: Omit<Dialect, 'version'>, call: Call) =>
  translatorOf({ version: '1', ...dialect }).toServer(call, { get });
const errorsOf = (dialect: Omit<Dialect, 'version'>, body: Json, path = '/users/') =>
  translatorOf({ version: '1', ...dialect }).toError(body, { ...callOf('POST', path), get, status: 422, id: '' });

describe('fields', () => {
  test('key case, names, values and defaults are translated at every depth', () => {
    const dialect: Omit<Dialect, 'version'> = {
      keys: 'snake',
      names: { question: { body: 'text', choices: 'answer_options' }, choice: { body: 'text' } },
      values: { question: { type: { single: 'single_choice' } } },
      defaults: { questionSet: { order: 3 } },
    };
    const theirs = {
      lesson_id: 2,
      questions: [{ id: 1, text: '問', type: 'single_choice', answer_options: [{ id: 9, text: '甲' }] }],
    };

    expect(appOf(dialect, '/question-set/5', theirs)).toMatchObject({
      lessonId: 2,
      order: 3,
      questions: [{ body: '問', type: 'single', choices: [{ id: 9, body: '甲' }] }],
    });
  });

  test('a payload is written back with the server’s names, values and key case', async () => {
    const dialect: Omit<Dialect, 'version'> = {
      keys: 'snake',
      names: { question: { body: 'text' }, user: { name: 'full_name' } },
      values: { question: { type: { single: 'single_choice' } } },
    };
    const set = { lessonId: '2', questions: [{ body: '問', type: 'single', correctChoiceIds: ['a'] }] };

    expect((await serverOf(dialect, callOf('PUT', '/question-set/5', {}, set))).json).toEqual({
      lesson_id: '2',
      questions: [{ text: '問', type: 'single_choice', correct_choice_ids: ['a'] }],
    });
    expect((await serverOf(dialect, callOf('POST', '/users/', {}, { name: '青木' }))).json).toEqual({
      full_name: '青木',
    });
  });

  test('times that are numbers of seconds are read as timestamps, and written back as numbers', async () => {
    const dialect: Omit<Dialect, 'version'> = {
      keys: 'snake',
      times: 'seconds',
      names: { lesson: { updatedAt: 'modified' } },
    };
    const theirs = { id: 1, modified: 1_700_000_000, minutes: 5, question_sets: [{ id: 2, updated_at: null }] };

    expect(appOf(dialect, '/lessons/5', theirs)).toMatchObject({
      updatedAt: '2023-11-14T22:13:20.000Z',
      minutes: 5,
      questionSets: [{ id: 2, updatedAt: null }],
    });
    const edit = callOf('PATCH', '/lessons/5', {}, { title: '題', updatedAt: '2023-11-14T22:13:20.000Z' });
    expect((await serverOf(dialect, edit)).json).toEqual({ title: '題', modified: 1_700_000_000 });
  });

  test('a server without slashes at the end of its paths gets none', async () => {
    expect((await serverOf({ slashes: false }, callOf('GET', '/courses/'))).path).toBe('/courses');
  });

  test('a full page of a bare list may have a next one, a shorter one has none', () => {
    const lists = { envelope: 'bare', maxSize: 2 } as const;
    const page = (count: number) =>
      appOf(
        { lists },
        '/courses/',
        Array.from({ length: count }, (_, id) => ({ id })),
        { page: '1', size: '200' },
      );

    expect(page(2)).toMatchObject({ total: 3, pages: 2 });
    expect(page(1)).toMatchObject({ total: 1, pages: 1 });
  });

  test('the capabilities of a server that does not name them are declared', () => {
    expect(appOf({ capabilities: ['read-at'] }, '/info/', { serviceName: 'x' })).toEqual({
      serviceName: 'x',
      abilities: ['read-at'],
    });
  });
});

describe('lists', () => {
  test.each<[string, Dialect['lists'], Json, number]>([
    ['items and total', { envelope: 'items', maxSize: 100 }, { items: [1], total: 250 }, 250],
    ['results, count and next', { envelope: 'results', maxSize: 100 }, { results: [1], count: 250, next: 'x' }, 250],
    [
      'fields of other names',
      { envelope: 'list_rows', total: 'total_rows', maxSize: 100 },
      { list_rows: [1], total_rows: 250 },
      250,
    ],
    ['data and meta', { envelope: 'data', maxSize: 100 }, { data: [1], meta: { total: 250 } }, 250],
  ])('a page of %s is read with its size', (_what, lists, body, total) => {
    expect(appOf({ lists }, '/courses/', body, { page: '2', size: '200' })).toEqual({
      items: [1],
      total,
      page: 2,
      size: 100,
      pages: 3,
    });
  });

  test('a bare array is one page', () => {
    expect(appOf({ lists: { envelope: 'bare' } }, '/courses/', [1, 2])).toMatchObject({ total: 2, pages: 1 });
  });

  test.each<[Dialect['lists'], Record<string, string>]>([
    [
      { envelope: 'items', maxSize: 100 },
      { page: '3', size: '100' },
    ],
    [
      { envelope: 'items', first: 0, size: 'per_page' },
      { page: '2', per_page: '200' },
    ],
    [
      { envelope: 'results', first: 'offset', page: 'offset', size: 'limit', maxSize: 50 },
      { offset: '100', limit: '50' },
    ],
  ])('the third page is asked as %o', async (lists, query) => {
    const call = callOf('GET', '/lessons/', { page: '3', size: '200' });
    expect((await serverOf({ lists }, call)).query).toEqual(query);
  });

  test('one thing in an envelope of data is taken out of it', () => {
    expect(appOf({ lists: { envelope: 'data' } }, '/courses/5', { data: { id: 5 } })).toEqual({ id: 5 });
  });

  test('a response of another envelope is refused', () => {
    expect(() => appOf({ lists: { envelope: 'items' } }, '/courses/', { results: [] })).toThrow('items');
  });
});

test('every path ends with a slash where the server wants that, also those of further GETs', async () => {
  const asked: string[] = [];
  const getNoted = (path: string) => (asked.push(path), Promise.resolve({ section_id: 3 }));
  const dialect = translatorOf({
    version: '1',
    keys: 'snake',
    slashes: true,
    answers: {
      'GET /lessons/{id}': async (lesson, { get: ask }) => ({ ...lesson, ...(await ask('/chapters/2?full=1')) }),
    },
  });

  expect((await dialect.toServer(callOf('GET', '/lessons/5'), { get })).path).toBe('/lessons/5/');
  const call = { ...callOf('GET', '/lessons/5'), get: getNoted, status: 200, id: '5' };
  expect(await dialect.toApp({ id: 5 }, call)).toEqual({ id: 5, sectionId: 3 });
  expect(asked).toEqual(['/chapters/2/?full=1']);
});

describe('refusals', () => {
  const names = { user: { name: 'full_name' } };

  test('FastAPI’s fields get the app’s names and Japanese words', () => {
    const detail = [
      { loc: ['body', 'full_name'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'company_id'], msg: 'x', type: 'string_too_long', ctx: { max_length: 9 } },
      { loc: ['body', 'email'], msg: 'y', type: 'ours' },
    ];
    const { errors } = errorsOf(
      { keys: 'snake', errors: 'fastapi', names, words: { ours: '社内の規則に合いません。' } },
      { detail },
    );
    expect(errors).toEqual([
      { path: 'name', message: '入力してください。' },
      { path: 'companyId', message: '9文字以内にしてください。' },
      { path: 'email', message: '社内の規則に合いません。' },
    ]);
  });

  test('DRF’s fields get the app’s names and Japanese words; an error of no field is the message', () => {
    const body = { full_name: ['This field is required.'], non_field_errors: ['The fields must be unique.'] };
    expect(errorsOf({ errors: 'drf', names }, body)).toMatchObject({
      detail: 'すでに使われています。',
      errors: [{ path: 'name', message: '入力してください。' }, { path: '' }],
    });
    expect(errorsOf({ errors: 'drf' }, { detail: 'Not found.' })).toBeUndefined();
  });

  test('errors by field, as Laravel and Rails send them, become fields', () => {
    const body = { message: 'The given data was invalid.', errors: { title: ['The title field is required.'] } };
    expect(errorsOf({ errors: 'problem' }, body, '/courses/').errors).toEqual([
      { path: 'title', message: '入力してください。' },
    ]);
  });

  test('pointers of problem details become fields', () => {
    const body = { title: 'x', errors: [{ pointer: '#/full_name', detail: '長すぎます' }] };
    expect(errorsOf({ errors: 'problem', names }, body).errors).toEqual([{ path: 'name', message: '長すぎます' }]);
  });

  test('Spring’s fields get the app’s names and Japanese words', () => {
    const errors = [{ field: 'full_name', defaultMessage: 'must not be blank', code: 'NotBlank' }];
    expect(errorsOf({ errors: 'spring', names }, { status: 400, message: 'Validation failed', errors }).errors).toEqual(
      [{ path: 'name', message: '入力してください。' }],
    );
  });

  test.each([
    [{ timestamp: 0, status: 404, error: 'Not Found', message: 'No lesson 5' }, 'No lesson 5'],
    [{ timestamp: 0, status: 404, error: 'Not Found', message: '' }, 'Not Found'],
    [{ statusCode: 404, message: ['No lesson', '5'] }, 'No lesson 5'],
    [{ status: 403, error: 'Forbidden' }, undefined],
    [{ message: 'Forbidden' }, undefined],
  ])('%j of Spring or NestJS with 404 has the detail %s: it must name its status', (body, detail) => {
    const call = { ...callOf('GET', '/lessons/5'), get, status: 404, id: '5' };
    expect(translatorOf({ version: '1', errors: 'spring' }).toError(body, call)?.detail).toBe(detail);
  });

  test('the dialect may name the field itself', () => {
    const detail = [{ loc: ['body', 'a', 'b'], msg: 'x', type: 'missing' }];
    expect(errorsOf({ errors: 'fastapi', fieldOf: () => 'title' }, { detail }).errors).toMatchObject([
      { path: 'title' },
    ]);
  });

  test('a gateway’s JSON with another status never becomes a refusal of the API', () => {
    const call = { ...callOf('GET', '/lessons/5'), get, status: 404, id: '5' };
    expect(translatorOf({ version: '1', errors: 'drf' }).toError({ message: ['Not found'] }, call)).toBeUndefined();
  });

  test.each([[{ error: 'x' }], [[]], ['text']])('%o, a body of no such form, stays as it is', (body) => {
    expect(errorsOf({ errors: 'fastapi' }, body)).toBeUndefined();
  });
});
