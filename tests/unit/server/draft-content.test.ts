/** Tests the content of drafts: students cannot find it, and its files need a signature (docs/decisions/0025). */
import { saveInfo } from '@server/api/settings/info';
import { pictures } from '@tests/support/pictures';
import { describe, expect, test, vi } from 'vitest';

import type { Page } from '@/api/shapes';

import { bytes, useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();

let made = 0;
const nextName = (extension: string) => {
  made += 1;
  return `draft-${made}.${extension}`;
};
const idOf = async (name: string, file: Uint8Array): Promise<string> => (await put(name, file)).body.id;
const putPicture = (name = nextName('png')) => idOf(name, pictures.png);
const putText = (text: string, name = nextName('md')) => idOf(name, bytes(text));
const showing = (...ids: string[]) => ids.map((id) => `![図](content:${id})`).join('\n\n');

const post = async (path: string, json: unknown): Promise<string> => {
  const { status, body } = await server.call('POST', `/api/v1${path}`, { as: 'staff', json });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
};
const patch = async (path: string, json: unknown) => {
  expect((await server.call('PATCH', `/api/v1${path}`, { as: 'staff', json })).status).toBe(200);
};

/** Creates a course of one lesson. */
async function makeCourse(status: 'draft' | 'published', text?: string) {
  const courseId = await post('/courses/', { title: '試験', status });
  const sectionId = await post('/sections/', { courseId, title: '試験' });
  const chapterId = await post('/chapters/', { sectionId, title: '試験' });
  const contentId = text === undefined ? null : await putText(text);
  const lessonId = await post('/lessons/', { chapterId, title: '試験', contentId });
  return { courseId, chapterId, lessonId, contentId: contentId ?? '' };
}

const pathOf = (url: string) => url.split('?')[0] ?? '';
/** Returns what a student can open: 'open' without a signature, 'signed' with one, or 'nothing'. */
async function forStudents(id: string): Promise<'open' | 'signed' | 'nothing'> {
  const { status, body } = await server.call('GET', `/api/v1/content/${id}`, { as: 'student' });
  const [plain, answered] = [await getFile(pathOf(await urlOf(id))), status === 200 ? await getFile(body) : undefined];
  if (status === 404) {
    expect(plain.status).toBe(404);
    return 'nothing';
  }
  expect([status, answered?.status]).toEqual([200, 200]);
  const isOpen = plain.status === 200;
  expect(answered?.headers.get('Cache-Control')).toMatch(isOpen ? /^public/ : /^private/);
  return isOpen ? 'open' : 'signed';
}

describe('what students find', () => {
  test('a text that only a draft uses is hidden from students, by id and by file, and staff get a signed URL', async () => {
    expect(await forStudents('onboarding-first-day-md')).toBe('nothing');

    const url = await urlOf('onboarding-first-day-md');
    const response = await getFile(url);
    expect(new URL(url, server.origin).searchParams.has('signature')).toBe(true);
    expect({ status: response.status, cache: response.headers.get('Cache-Control') }).toEqual({
      status: 200,
      cache: expect.stringMatching(/^private, max-age=\d+, immutable$/),
    });
  });

  test('a published text is served at a signed URL, and answered 400 without the signature', async () => {
    expect(await forStudents('security-why-md')).toBe('signed');

    const response = await getFile('/files/pub-container/security-why.md');
    // The answer is 400, because after 401, 403, 404 or 410 an app would delete its cached copy.
    expect(response.status).toBe(400);
    expect(response.headers.get('ETag')).toBeNull();
  });

  test('a picture needs no signature while a published text shows it, whatever drafts show', async () => {
    const [draft, both, published, none] = [
      await putPicture(),
      await putPicture(),
      await putPicture(),
      await putPicture(),
    ];
    await makeCourse('draft', showing(draft, both));
    await makeCourse('published', showing(both, published));

    expect(await Promise.all([draft, both, published, none].map(forStudents))).toEqual([
      'nothing',
      'open',
      'open',
      'nothing',
    ]);
  });

  test('pictures in questions, choices, explanations, course covers and the notice count as published', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => putPicture()));
    const [body = '', choice = '', explanation = '', cover = '', notice = ''] = ids;
    const { courseId, lessonId } = await makeCourse('published');
    const choices = ['a', 'b'].map((id) => ({ id, body: showing(choice) }));
    const question = { id: 'q', type: 'single', body: showing(body), choices, correctChoiceIds: ['a'] };
    const json = { lessonId, title: '試験', questions: [{ ...question, explanation: showing(explanation) }] };
    expect(await Promise.all(ids.map(forStudents))).toEqual(ids.map(() => 'nothing'));

    const setId = await post('/question-set/', json);
    await patch(`/courses/${courseId}`, { thumbnailContentId: cover });
    const info = { serviceName: 'まなびば', communityUrl: null, supportEmail: null };
    await saveInfo(server.database, { ...info, notice: showing(notice) });
    expect(await Promise.all(ids.map(forStudents))).toEqual(ids.map(() => 'open'));

    const without = { ...json, questions: [{ ...question, body: '文' }] };
    await server.call('PUT', `/api/v1/question-set/${setId}`, { as: 'staff', json: without });
    await patch(`/courses/${courseId}`, { status: 'draft' });
    expect(await Promise.all(ids.map(forStudents))).toEqual([...ids.slice(1).map(() => 'nothing'), 'open']);
  });

  test('publishing or withdrawing a course, or moving a lesson, changes who can open its content', async () => {
    const picture = await putPicture();
    const { courseId, lessonId, contentId } = await makeCourse('draft', showing(picture));
    const state = () => Promise.all([contentId, picture].map(forStudents));
    const { chapterId: elsewhere } = await makeCourse('draft');

    await patch(`/courses/${courseId}`, { status: 'published' });
    expect(await state()).toEqual(['signed', 'open']);
    await patch(`/lessons/${lessonId}`, { chapterId: elsewhere });
    expect(await state()).toEqual(['nothing', 'nothing']);
  });

  test('an older text of a published lesson counts as a draft, like the pictures that only it shows', async () => {
    const [older, newer] = [await putPicture(), await putPicture()];
    const { lessonId, contentId } = await makeCourse('published', showing(older));
    await patch(`/lessons/${lessonId}`, { contentId: await putText(showing(newer)) });

    expect(await Promise.all([contentId, older, newer].map(forStudents))).toEqual(['nothing', 'nothing', 'open']);
  });

  test('uploading a new text over a published one publishes the pictures it shows, and no longer those it dropped', async () => {
    const [older, newer] = [await putPicture(), await putPicture()];
    const name = nextName('md');
    const contentId = await putText(showing(older), name);
    const { lessonId } = await makeCourse('published');
    await patch(`/lessons/${lessonId}`, { contentId });
    expect(await putText(showing(newer), name)).toBe(contentId);

    expect(await Promise.all([older, newer].map(forStudents))).toEqual(['nothing', 'open']);
  });

  test.each([
    ['its URL', (_: string, name: string) => `![図](/files/pub-container/${encodeURIComponent(name)}?v=1 "題")`],
    ['its URL on this host', (_: string, name: string) => `![図](http://localhost/files/pub-container/${name})`],
    ['a definition', (id: string) => `![図][f]\n\n[f]: content:${id}`],
    ['escapes', (id: string) => `![図](content:${id.replaceAll('-', '\\-')}#400x300)`],
  ])('finds a picture that a text shows by %s', async (_, write) => {
    const name = `図(${nextName('(1).png')}`;
    const id = await putPicture(name.replace('図(', '図').normalize('NFC'));
    await makeCourse('published', write(id, name.replace('図(', '図')));

    expect(await forStudents(id)).toBe('open');
  });
});

describe('GET /content/ for students', () => {
  const list = async (as: string, query: string) =>
    (await server.call('GET', `/api/v1/content/?${query}`, { as })).body as Page<{ id: string }>;
  const listAll = async (as: string) => (await list(as, 'size=200')).items.map(({ id }) => id);

  test('the list of files shows a student exactly the files that they can open by id, and staff all files', async () => {
    const [shown, hidden] = [await putPicture(), await putPicture()];
    const published = await makeCourse('published', showing(shown));
    const draft = await makeCourse('draft', showing(hidden));

    const [forStudent, forStaff] = [await listAll('student'), await listAll('staff')];
    expect(forStaff).toEqual(expect.arrayContaining([shown, hidden, published.contentId, draft.contentId]));
    const readable = await Promise.all(forStaff.map(async (id) => ((await forStudents(id)) === 'nothing' ? [] : [id])));
    expect(forStudent).toEqual(readable.flat());
    expect(forStudent).toEqual(expect.arrayContaining([shown, published.contentId]));
    expect(forStudent).not.toContain(hidden);
    expect(forStudent).not.toContain(draft.contentId);
  });

  test('the list of files counts only published files in `total` and `pages`, and splits them into full pages', async () => {
    const all = await listAll('student');
    const first = await list('student', 'size=3&page=1');
    const second = await list('student', 'size=3&page=2');

    expect(first).toMatchObject({ total: all.length, pages: Math.ceil(all.length / 3), size: 3 });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(0, 6));
  });
});

describe('a signature', () => {
  const changed = (url: string, name: string, value: string) => {
    const other = new URL(url, server.origin);
    other.searchParams.set(name, value);
    return other.pathname + other.search;
  };

  test('a signature opens one version of one file for 30 to 60 minutes, whatever the parameter t', async () => {
    const url = await urlOf('onboarding-first-day-md');
    const expires = Number(new URL(url, server.origin).searchParams.get('expires'));
    const seconds = expires - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(1799);
    expect(seconds).toBeLessThanOrEqual(3600);

    expect((await getFile(changed(url, 't', '494213'))).status).toBe(200);
    for (const [name, value] of [
      ['v', '1'],
      ['expires', String(expires + 1)],
      ['expires', '1e99'],
      ['signature', ''],
      ['signature', 'x'.repeat(43)],
    ] as const) {
      expect((await getFile(changed(url, name, value))).status, `${name}=${value}`).toBe(404);
    }
    const ofAnother = await urlOf('security-why-md');
    expect((await getFile(ofAnother.replace('security-why', 'onboarding-first-day'))).status).toBe(404);
  });

  test('a signed URL stays the same for 30 minutes, and expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1_800_000) * 1_800_000 });
    const first = await urlOf('onboarding-first-day-md');
    vi.setSystemTime(Date.now() + 1_799_000);
    expect(await urlOf('onboarding-first-day-md')).toBe(first);
    vi.setSystemTime(Date.now() + 1000);
    expect(await urlOf('onboarding-first-day-md')).not.toBe(first);

    expect((await getFile(first)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_800_000);
    expect((await getFile(first)).status).toBe(404);
  });

  test('the signature of a file is checked before If-None-Match', async () => {
    const url = await urlOf('onboarding-first-day-md');
    const headers = { 'If-None-Match': (await getFile(url)).headers.get('ETag') ?? '' };

    expect((await getFile(url, headers)).status).toBe(304);
    expect((await getFile(pathOf(url), headers)).status).toBe(404);
  });

  test("the signature of a file's URL stays valid after a restart of the server", async () => {
    const url = await urlOf('onboarding-first-day-md');
    await server.pause();
    await server.resume();

    expect((await getFile(url)).status).toBe(200);
  });
});
