import { describe, expect, test } from 'vitest';

import type { OutlineSection } from '@/api/courses';
import {
  anchorAfter,
  anchorAtEnd,
  anchorOfMade,
  kindsAt,
  placeAgain,
  placeAt,
  rowsAbove,
} from '@/features/outline/new-row-place';
import {
  describePlace,
  dropPlace,
  isBelow,
  moveRow,
  type OutlineRow,
  rowsOf,
  stepPlace,
} from '@/features/outline/outline-tree';

/**
 * Makes an outline from a text: 'A(a:1,2 b:3) B' has sections A and B; A has chapters a with lessons 1 and 2, and b
 * with lesson 3.
 */
function parse(words: string): OutlineSection[] {
  const updatedAt = '2026-11-26T00:00:00Z';
  return [...words.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].map(([, id = '', chapters = ''], order) => ({
    id,
    title: id,
    order,
    updatedAt,
    chapters: [...chapters.matchAll(/([a-z])(?::([\d,]*))?/g)].map(([, chapter = '', lessons = ''], place) => ({
      id: chapter,
      title: chapter,
      order: place,
      updatedAt,
      lessons: [...lessons.matchAll(/\d/g)].map(([lesson], at) => ({
        id: lesson,
        title: lesson,
        order: at,
        questionSetCount: 0,
        updatedAt,
      })),
    })),
  }));
}

function print(sections: readonly OutlineSection[]): string {
  return sections
    .map(({ id, chapters }) => {
      const inner = chapters?.map((chapter) => `${chapter.id}:${chapter.lessons?.map((one) => one.id).join(',')}`);
      return `${id}(${inner?.join(' ')})`;
    })
    .join(' ');
}

const OUTLINE = 'A(a:1,2 b:3) B(c:4) C';
const sections = parse(OUTLINE);
const rows = rowsOf(sections);
function rowOf(id: string): OutlineRow {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`No row ${id}`);
  return row;
}

test('the outline rows are in reading order with their indent', () => {
  expect(rows.map(({ id, level }) => `${level}${id}`)).toEqual([
    '0A',
    '1a',
    '21',
    '22',
    '1b',
    '23',
    '0B',
    '1c',
    '24',
    '0C',
  ]);
  expect(rowsOf(sections, 'A').map(({ id, level }) => `${level}${id}`)).toEqual(['0a', '11', '12', '0b', '13']);
});

describe('a step', () => {
  test.each([
    ['1', 1, 'A(a:2,1 b:3) B(c:4) C()'],
    ['2', 1, 'A(a:1 b:2,3) B(c:4) C()'],
    ['3', 1, 'A(a:1,2 b:) B(c:3,4) C()'],
    ['4', -1, 'A(a:1,2 b:3,4) B(c:) C()'],
    ['a', 1, 'A(b:3 a:1,2) B(c:4) C()'],
    ['B', 1, 'A(a:1,2 b:3) C() B(c:4)'],
  ] as const)('of %s by %i gives %s', (id, step, result) => {
    const place = stepPlace(sections, rowOf(id), step);
    expect(place && print(moveRow(sections, rowOf(id), place))).toBe(result);
  });

  test.each([
    ['1', -1],
    ['4', 1],
    ['b', 1],
    ['c', -1],
    ['A', -1],
    ['C', 1],
  ] as const)('a move of %s by %i leads nowhere', (id, step) => {
    expect(stepPlace(sections, rowOf(id), step)).toBeUndefined();
  });
});

describe('a drop', () => {
  /**
   * Drops a row at the place of another row, in the list as it is shown during a drag: without the rows below the
   * dragged one.
   */
  const drop = (id: string, at: string) => {
    const row = rowOf(id);
    const shown = rows.filter((each) => !isBelow(each, row));
    const index = (one: string) => shown.findIndex((each) => each.id === one);
    const place = dropPlace(shown, index(id), index(at));
    return place && print(moveRow(sections, row, place));
  };

  test.each([
    ['1', '2', 'A(a:2,1 b:3) B(c:4) C()'],
    ['1', 'b', 'A(a:2 b:1,3) B(c:4) C()'],
    ['1', '4', 'A(a:2 b:3) B(c:4,1) C()'],
    ['4', '1', 'A(a:4,1,2 b:3) B(c:) C()'],
    // A lesson dropped at a section's row goes to the section's first chapter.
    ['1', 'B', 'A(a:2 b:3) B(c:1,4) C()'],
    ['b', 'a', 'A(b:3 a:1,2) B(c:4) C()'],
    ['a', 'b', 'A(b:3 a:1,2) B(c:4) C()'],
    ['C', 'A', 'C() A(a:1,2 b:3) B(c:4)'],
    ['A', 'c', 'B(c:4) A(a:1,2 b:3) C()'],
  ])('of %s at %s gives %s', (id, at, result) => {
    expect(drop(id, at)).toBe(result);
  });

  test.each([
    ['a lesson above everything', '1', 'A'],
    ['a lesson below a section without chapters', '1', 'C'],
    ['a chapter in another section', 'a', 'c'],
    ['a chapter above its section', 'a', 'A'],
  ])('a move of %s is not possible', (_what, id, at) => {
    expect(drop(id, at)).toBeUndefined();
  });
});

describe('a new row', () => {
  const aboveOf = (anchor: ReturnType<typeof anchorAfter>, kind: OutlineRow['kind']) =>
    rows[rowsAbove(rows, anchor, kind) - 1]?.id;

  test.each([
    ['1', 'lesson', '1', { parentId: 'a', index: 1 }],
    ['1', 'chapter', '2', { parentId: 'A', index: 1 }],
    ['1', 'section', '3', { index: 1 }],
    ['a', 'lesson', 'a', { parentId: 'a', index: 0 }],
    ['A', 'chapter', 'A', { parentId: 'A', index: 0 }],
    ['C', 'section', 'C', { index: 3 }],
    ['C', 'chapter', 'C', { parentId: 'C', index: 0 }],
  ] as const)(
    'a new row opened at %s as a %s is shown below %s, where it will be created',
    (id, kind, above, place) => {
      const anchor = anchorAfter(rows, rowOf(id));
      expect([aboveOf(anchor, kind), placeAt(anchor, kind)]).toEqual([above, place]);
    },
  );

  test('a new row can be a section, chapter or lesson, as its position allows', () => {
    expect(kindsAt({}, false)).toEqual(['section']);
    expect(kindsAt(anchorAfter(rows, rowOf('C')), false)).toEqual(['section', 'chapter']);
    expect(kindsAt(anchorAfter(rows, rowOf('4')), false)).toEqual(['section', 'chapter', 'lesson']);
    expect(kindsAt(anchorAfter(rows, rowOf('4')), true)).toEqual(['chapter', 'lesson']);
  });

  test('a new row at the end follows the last row', () => {
    expect(anchorAtEnd([])).toEqual({});
    expect(aboveOf(anchorAtEnd(sections), 'section')).toBe('C');
    expect(aboveOf(anchorAtEnd(sections, 'A'), 'lesson')).toBe('3');
  });

  test('a row added below a newly created row keeps its position until the outline shows the newly created row', () => {
    const anchor = anchorOfMade(anchorAfter(rows, rowOf('2')), 'chapter', { id: 'new' });
    expect(placeAt(anchor, 'lesson')).toEqual({ parentId: 'new', index: 0 });
    expect(aboveOf(anchor, 'lesson')).toBe('3');
  });
});

describe('on a server that leaves out lists of the outline', () => {
  const [A, B, C] = parse('A(a:1,2 b:3) B(c:4) C');
  const unknown = [A, { ...B, chapters: B?.chapters?.map((chapter) => ({ ...chapter, lessons: undefined })) }].flatMap(
    (section) => (section?.id ? [{ ...section, id: section.id, title: '' }] : []),
  );

  test('the rows that it sends are shown', () => {
    expect(rowsOf([...unknown, { id: 'C', title: '' }]).map(({ id }) => id)).toEqual('Aa12b3BcC'.split(''));
    expect(C?.chapters).toEqual([]);
  });

  test('a lesson cannot step into a chapter whose lessons are unknown', () => {
    expect(stepPlace(unknown, rowOf('3'), 1)).toBeUndefined();
    expect(stepPlace(unknown, rowOf('3'), -1)).toEqual({ parentId: 'a', index: 2 });
  });
});

describe('on a server that numbers sections, chapters and lessons each from 1', () => {
  const numbers: Record<string, string> = { A: '1', B: '2', a: '1', b: '2', c: '3' };
  const numbered = parse('A(a:1,2 b:3) B(c:4)').map((section) => ({
    ...section,
    id: numbers[section.id] ?? '',
    chapters: section.chapters?.map((chapter) => ({ ...chapter, id: numbers[chapter.id] ?? '' })),
  }));
  const all = rowsOf(numbered);
  const find = (kind: OutlineRow['kind'], id: string): OutlineRow => {
    const row = all.find((each) => each.kind === kind && each.id === id);
    if (!row) throw new Error(`No ${kind} ${id}`);
    return row;
  };

  test('every row has a key of its own', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });

  test('a chapter with the number of its section is below that section', () => {
    expect(isBelow(find('chapter', '1'), find('section', '1'))).toBe(true);
    expect(isBelow(find('lesson', '1'), find('chapter', '1'))).toBe(true);
    expect(isBelow(find('section', '1'), find('section', '1'))).toBe(false);
  });

  test('a new row opened at a lesson goes below it in its own chapter', () => {
    const anchor = anchorAfter(all, find('lesson', '4'));
    expect([placeAt(anchor, 'lesson'), placeAt(anchor, 'chapter'), placeAt(anchor, 'section')]).toEqual([
      { parentId: '3', index: 1 },
      { parentId: '2', index: 1 },
      { index: 2 },
    ]);
  });

  test('a row whose chapter is gone is placed again, also if a section has the number of that chapter', () => {
    const row = { kind: 'lesson' as const, anchor: { section: { id: '9', index: 0 }, chapter: { id: '2', index: 0 } } };
    const left = numbered.map((section) => ({
      ...section,
      chapters: section.chapters?.filter(({ id }) => id !== '2'),
    }));
    expect(placeAgain(row, left).anchor.chapter).toEqual({ id: '3', index: 0 });
  });

  test('the place of a chapter names its section, and that of a lesson its chapter', () => {
    const titled = numbered.map((section) => ({ ...section, title: `章${section.id}` }));
    const place = { parentId: '2', index: 0 };
    expect(describePlace(titled, 'chapter', place)).toContain('章2');
    expect(describePlace(titled, 'lesson', place)).not.toContain('章2');
  });
});
