/**
 * Tests the checks of a course's texts before it is published, and the question to the author before the course becomes
 * a draft again.
 */
import { describe, expect, test } from 'vitest';

import type { CourseStatus } from '@/api/courses';
import type { Explanation, QuestionSet } from '@/api/question-sets';
import { draftWords } from '@/study/draft-words';
import { type LinkTarget, readLinkTarget } from '@/study/outline/link-targets';
import {
  checkExplanations,
  checkLink,
  checkText,
  type Existing,
  idsOfLinks,
  toFoundLink,
} from '@/study/outline/publish-checks';

const ORIGIN = 'https://app.example';

describe('the target of a link', () => {
  test.each<[string, LinkTarget | undefined]>([
    ['/lessons/abc', { kind: 'lesson', id: 'abc' }],
    ['/lessons/abc/?a=1#h-2', { kind: 'lesson', id: 'abc' }],
    [`${ORIGIN}/courses/git`, { kind: 'course', id: 'git' }],
    ['/sections/git-s1', { kind: 'section', id: 'git-s1' }],
    ['#h-始めに', { kind: 'heading', exists: true }],
    ['#始めに', { kind: 'heading', exists: false }],
    ['02-next.md', { kind: 'document' }],
    ['https://example.com/lessons/abc', undefined],
    [`${ORIGIN}.example/lessons/abc`, undefined],
    ['mailto:a@example.com', undefined],
    ['/lessons/new', undefined],
    ['/lessons/edit/abc', undefined],
    ['/mypage', undefined],
    ['', undefined],
  ])('%s', (address, target) => {
    expect(readLinkTarget(address, ORIGIN)).toEqual(target);
  });

  test('a relative address that names another lesson is recognised as a link to that lesson', () => {
    const link = toFoundLink('02-next.md', ORIGIN, () => '/lessons/l2#h-1');
    expect(link).toEqual({ address: '02-next.md', target: { kind: 'lesson', id: 'l2' } });
    expect(toFoundLink('none.md', ORIGIN, () => undefined).target).toEqual({ kind: 'document' });
  });
});

const existing: Existing = {
  courseId: 'own',
  lessons: new Map([
    ['here', 'own'],
    ['there', 'open'],
    ['hidden', 'draft'],
    ['orphan', 'gone'],
  ]),
  sections: new Map([['s1', 'own']]),
  courses: new Map<string, CourseStatus>([
    ['own', 'draft'],
    ['open', 'published'],
    ['draft', 'draft'],
  ]),
  contents: new Set(['c1']),
};
const nothingKnown: Existing = {
  courseId: 'own',
  lessons: undefined,
  sections: undefined,
  courses: undefined,
  contents: undefined,
};
const linkTo = (address: string) => toFoundLink(address, ORIGIN, () => undefined);

describe('a link', () => {
  test.each([
    ['/lessons/here', 'fine'],
    ['/lessons/there', 'fine'],
    ['/lessons/hidden', 'draft'],
    ['/lessons/orphan', 'gone'],
    ['/lessons/none', 'gone'],
    ['/sections/s1', 'fine'],
    ['/sections/none', 'gone'],
    ['/courses/own', 'fine'],
    ['/courses/draft', 'draft'],
    ['/courses/none', 'gone'],
    ['#h-1', 'fine'],
    ['#nowhere', 'gone'],
    ['none.md', 'gone'],
    ['https://example.com/', 'fine'],
  ])('a link to %s is reported as %s', (address, state) => {
    expect(checkLink(linkTo(address), existing)).toBe(state);
  });

  test.each(['/lessons/here', '/sections/s1', '/courses/open'])(
    'a link to %s is not reported as fine if the targets are unknown',
    (address) => {
      expect(checkLink(linkTo(address), nothingKnown)).toBe('unknown');
    },
  );

  test('the ids of link targets are listed without duplicates', () => {
    const facts = {
      pictures: [],
      undrawnCount: 0,
      raw: [],
      links: ['/lessons/b', '/lessons/a', '/lessons/b', '/courses/c'].map(linkTo),
    };
    expect([idsOfLinks([facts], 'lesson'), idsOfLinks([facts], 'course')]).toEqual([['a', 'b'], ['c']]);
  });
});

describe('a text', () => {
  const fine = {
    pictures: [{ contentId: 'c1', alt: '図' }],
    links: [linkTo('/lessons/here')],
    undrawnCount: 0,
    raw: [],
  };

  test('a course without problems has no findings', () => {
    expect(checkText(fine, existing)).toEqual([]);
  });

  test('a course with every problem has a finding for each', () => {
    const pictures = [
      { contentId: 'c1', alt: ' ' },
      { contentId: 'none', alt: '図' },
      { contentId: undefined, alt: 'よその図' },
    ];
    const links = ['/lessons/none', '/lessons/x2', '/lessons/x3', '/lessons/x4', '/lessons/hidden'].map(linkTo);
    expect(checkText({ pictures, links, undrawnCount: 2, raw: ['{info}', '{info}', '[[次の頁]]'] }, existing)).toEqual([
      '説明のない画像 1件',
      '見つからない画像 1件',
      'リンク先が見つからないリンク 4件（/lessons/none、/lessons/x2、/lessons/x3など）',
      '下書きのコースへのリンク 1件（/lessons/hidden）',
      '表示できない数式 2件',
      '書いたまま表示される記号 3件（{info}、[[次の頁]]）',
    ]);
  });

  test('for a course whose link targets could not be read, a finding counts the unchecked links and pictures', () => {
    expect(checkText(fine, nothingKnown)).toEqual(['確認できなかったリンクと画像 2件']);
  });
});

test('questions without an explanation are named by their numbers', () => {
  const set = { questions: ['a', 'b', 'c'].map((id) => ({ id })) } as QuestionSet;
  const explained = (texts: Record<string, string>) =>
    ({
      questions: Object.entries(texts).map(([questionId, explanation]) => ({ questionId, explanation })),
    }) as Explanation;
  expect(checkExplanations(set, explained({ a: '理由', b: ' \n' }))).toEqual(['解説のない問題 2件（問2、問3）']);
  expect(checkExplanations(set, explained({ a: '一', b: '二', c: '三' }))).toEqual([]);
});

test.each([
  [12, 'TEACHER', '受講中の12名から見えなくなります。記録は残ります。'],
  [0, 'ADMIN', '受講中の人はいません。記録は残ります。'],
  [undefined, 'TEACHER', '受講者から見えなくなります。記録は残ります。'],
  [
    3,
    'STAFF',
    '自分の企業で受講中の3名から見えなくなります。ほかの企業の受講者からも見えなくなります。記録は残ります。',
  ],
] as const)('the question before a draft, with %s learners for %s: %s', (count, role, words) => {
  expect(draftWords(count, role)).toBe(words);
});
