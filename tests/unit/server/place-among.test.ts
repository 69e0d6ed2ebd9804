/** Tests the position at which something restored from the trash is inserted among its siblings. */
import { placeAmong, withTrashed } from '@server/api/curriculum/trash/place-among';
import { expect, test } from 'vitest';

test.each([
  ['after the sibling that was before it', ['a', 'c'], ['a', 'b', 'c'], 1],
  ['after an earlier one when that is gone', ['x', 'c'], ['x', 'a', 'b', 'c'], 1],
  ['before the one that was after it', ['n', 'c'], ['b', 'c'], 1],
  ['last when all of them are gone', ['n', 'm'], ['a', 'b', 'c'], 2],
  ['first when it is alone', [], ['b'], 0],
])('the position of a restored thing is %s', (_, current, remembered, place) => {
  expect(placeAmong(current, remembered, 'b')).toBe(place);
});

test("a restored thing's position takes into account siblings still in the trash, at the places they would get back", () => {
  const trashed = [
    { subjectId: 'b', siblings: ['a', 'b', 'c'] },
    { subjectId: 'a', siblings: ['a', 'b', 'c'] },
  ];

  expect(withTrashed(['c', 'd'], trashed)).toEqual(['a', 'b', 'c', 'd']);
});

test('400 siblings that were deleted one after the other, the first one first, keep their order', () => {
  const ids = Array.from({ length: 400 }, (_, index) => `lesson-${index}`);
  const trashed = ids.map((subjectId) => ({ subjectId, siblings: ids })).toReversed();

  expect(withTrashed([], trashed)).toEqual(ids);
});
