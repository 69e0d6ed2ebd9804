/** Tests names and keys of the study cache. */
import { describe, expect, test } from 'vitest';

import { studyCacheKey, studyCacheName, studyReadOf } from '@/offline/copies/study-cache';
import { ownerKey } from '@/session/session';

const origins = { api: 'https://api.example', app: 'https://app.example' };

test('a cache is named after its owner', () => {
  expect(studyCacheName(ownerKey({ apiHost: 'https://api.example', userId: 'u1' }))).toBe(
    'study-https://api.example|u1',
  );
});

describe('keys', () => {
  test.each([
    ['S3', '?versionId=7&X-Amz-Algorithm=AWS4&X-Amz-Date=1&X-Amz-Expires=9&X-Amz-Signature=x', '?versionId=7'],
    ['S3, version 2', '?AWSAccessKeyId=k&Expires=1&Signature=x', ''],
    ['GCS', '?generation=3&X-Goog-Algorithm=a&X-Goog-Signature=x', '?generation=3'],
    ['GCS, version 2', '?GoogleAccessId=k&Expires=1&Signature=x', ''],
    ['Azure', '?sv=2024&st=1&se=2&sr=b&sp=r&spr=https&sig=x', ''],
    ['CloudFront', '?Expires=1&Signature=x&Key-Pair-Id=k', ''],
    ['CloudFront with a policy', '?Policy=p&Signature=x&Key-Pair-Id=k', ''],
    ['no known host', '?policy=p&expires=1&st=2&v=3', '?policy=p&expires=1&st=2&v=3'],
  ])('cache keys leave out the signature of %s', (_, query, kept) => {
    expect(studyCacheKey(`https://files.example/f.md${query}#part`, 'markdown')).toBe(
      `https://files.example/f.md${kept}`,
    );
  });

  test('cache keys of images leave out the hour parameter (t) of the URL, keys of other files keep it', () => {
    expect(studyCacheKey('https://files.example/f.webp?t=494213&v=2', 'image')).toBe(
      'https://files.example/f.webp?v=2',
    );
    expect(studyCacheKey('https://files.example/f.md?t=494213', 'markdown')).toBe(
      'https://files.example/f.md?t=494213',
    );
  });
});

function request(url: string, over: { method?: string; destination?: string; accept?: string } = {}): Request {
  const { method = 'GET', destination = '', accept = '*/*' } = over;
  return { url, method, destination, headers: new Headers({ Accept: accept }) } as Request;
}

describe('study reads of the API', () => {
  test.each([
    'courses/c1',
    'sections/s1',
    'lessons/l1',
    'content/c1',
    'question-set/q1',
    'question-set/q1/explanation',
  ])('GET %s is a study read, which is cached', (path) => {
    const url = `https://api.example/api/v1/${path}`;
    expect(studyReadOf(request(url), origins)).toMatchObject({ type: 'api', key: url });
    expect(studyReadOf(request(url, { method: 'PUT' }), origins)).toBeUndefined();
    expect(studyReadOf(request(`https://evil.example/api/v1/${path}`), origins)).toBeUndefined();
  });

  test.each(['courses/', 'courses', 'lessons/?page=2', 'me/', 'users/u1', 'progress/detail/u1', 'content/', 'info/'])(
    'GET %s is not a study read and is not cached',
    (path) => {
      expect(studyReadOf(request(`https://api.example/api/v1/${path}`), origins)).toBeUndefined();
    },
  );
});

describe('study reads of content files', () => {
  test('a request for an image is recognised as a study read, with the hour (bucket) of its URL', () => {
    const url = 'https://files.example/f.webp?t=494213';
    expect(studyReadOf(request(url, { destination: 'image' }), origins)).toMatchObject({
      type: 'image',
      key: 'https://files.example/f.webp',
      bucket: '494213',
    });
  });

  test('a request for a Markdown file is recognised as a study read, by its name or its Accept header', () => {
    expect(studyReadOf(request('https://files.example/f.md?X-Amz-Signature=x'), origins)).toMatchObject({
      type: 'markdown',
      key: 'https://files.example/f.md',
    });
    const asked = request('https://files.example/f', { accept: 'text/markdown' });
    expect(studyReadOf(asked, origins)).toMatchObject({ type: 'markdown' });
  });

  test("an image among the content files of the app's own server is a study read, the app's own icons are not", () => {
    const image = { destination: 'image' };
    const file = 'https://app.example/files/pub-container/f.webp';
    expect(studyReadOf(request(file, image), origins)).toMatchObject({ type: 'image', key: file });
    expect(studyReadOf(request('https://app.example/icons/icon.svg', image), origins)).toBeUndefined();
    expect(studyReadOf(request('data:image/png;base64,AAAA', image), origins)).toBeUndefined();
    expect(studyReadOf(request('blob:https://app.example/1', image), origins)).toBeUndefined();
  });

  test.each([
    ['api', 'application/json; charset=utf-8', 'text/html'],
    ['markdown', 'text/markdown; charset=utf-8', 'text/html'],
    ['image', 'image/webp', 'text/html'],
  ] as const)('a study read of the type %s may be %s, not %s', (type, right, wrong) => {
    const urls = {
      api: 'https://api.example/api/v1/lessons/l1',
      markdown: 'https://files.example/f.md',
      image: 'https://files.example/f.webp',
    };
    const read = studyReadOf(request(urls[type], { destination: type === 'image' ? 'image' : '' }), origins);
    expect(read?.contentTypes.test(right)).toBe(true);
    expect(read?.contentTypes.test(wrong)).toBe(false);
  });
});
