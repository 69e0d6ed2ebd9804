/** Checks which small pieces of code the bundler joins into one file. */
import { joinPieces, type Piece } from '@server/tooling/bundling/parts';
import { expect, test } from 'vitest';

const piece = (name: string, users: string, size: number, imports = ''): Piece => ({
  modules: [name],
  users: new Set(users.split(' ')),
  size,
  imports: new Set(imports ? imports.split(' ') : []),
});
const join = (pieces: Piece[], limit: number, weigh: (user: string) => number = () => 1) =>
  joinPieces(pieces, limit, weigh)
    .map(({ modules }) => modules.toSorted().join('+'))
    .toSorted();

test('no pieces of code are joined while there are few enough', () => {
  expect(join([piece('a', 'home', 5), piece('b', 'course', 5)], 2)).toEqual(['a', 'b']);
});

test('the bundler joins the two cheapest pieces of code: small ones, or ones that the same parts of the app use', () => {
  const pieces = [piece('large', 'home', 900), piece('small', 'course', 10), piece('tiny', 'lesson', 1)];
  expect(join(pieces, 2)).toEqual(['large', 'small+tiny']);
  const shared = [piece('menu', 'dialog', 500), piece('modal', 'dialog', 500), piece('tiny', 'lesson', 1)];
  expect(join(shared, 2)).toEqual(['menu+modal', 'tiny']);
});

test('the cost of joining a piece includes the pieces that it imports', () => {
  const pieces = [
    piece('library', 'editor', 1000),
    piece('form', 'editor', 1, 'library'),
    piece('a', 'home', 20),
    piece('b', 'course', 20),
  ];
  expect(join(pieces, 3)).toEqual(['a', 'b', 'form+library']);
  expect(join(pieces, 2)).toEqual(['a+b', 'form+library']);
});

test('pieces of code that are used by parts of the app with a higher weight are joined later', () => {
  const pieces = [piece('a', 'home', 10), piece('b', 'staff', 10), piece('c', 'staff2', 12)];
  expect(join(pieces, 2, (user) => (user === 'home' ? 3 : 0.3))).toEqual(['a', 'b+c']);
});

test('two pieces of code are not joined if one imports the other through a third', () => {
  const pieces = [
    piece('top', 'home', 1, 'middle'),
    { ...piece('middle', 'home course', 500, 'bottom'), fixedAs: 'middle' },
    piece('bottom', 'home course', 1),
  ];
  expect(join(pieces, 1)).toEqual(['bottom', 'middle', 'top']);
});

test('a piece of code with a fixed name is not joined and keeps its name', () => {
  const parts = joinPieces(
    [{ ...piece('a', 'home', 1), fixedAs: 'styles' }, piece('b', 'home', 1), piece('c', 'home', 1)],
    1,
    () => 1,
  );
  expect(parts).toEqual([
    { fixedAs: 'styles', modules: ['a'] },
    { fixedAs: undefined, modules: ['b', 'c'] },
  ]);
});
