/**
 * `npm run walks`: the files that a reader opens to follow one thing from its beginning to its end.
 *
 * A walk leads from one export to another, and is told by names: a declaration is on the way if names that stand in
 * declarations (names.ts) lead from the beginning to it and from it to the end. Its file is marked with ›. A reader also
 * opens what a declaration on the way names and no more: those files are listed without the mark. Types, packages, styles
 * and ui/, which is how things look, count for nothing. Beginnings and ends are looked up by name, wherever they stand.
 */
import { readModules } from './modules';
import { createNameGraph, type Place } from './names';

interface Walk {
  title: string;
  /** The folder whose exports are meant. */
  within: 'src' | 'server';
  from: string;
  to: string;
}

const walks: Walk[] = [
  { title: 'Edit a lesson: from its form to the wire', within: 'src', from: 'useLessonForm', to: 'request' },
  {
    title: 'The same on the server: from its routes to the table',
    within: 'server',
    from: 'lessonRoutes',
    to: 'lessons',
  },
  { title: 'Save a pack: from its card to the copy', within: 'src', from: 'PackCard', to: 'toCopy' },
  { title: 'Submit an answer: from the screen to the wire', within: 'src', from: 'SolveAttempt', to: 'sendEntry' },
];

const graph = (() => {
  const modules = readModules(['src', 'server']);
  return { modules, next: createNameGraph(modules) };
})();

function placeNamed(name: string, within: string): Place {
  const found = [...graph.modules.values()].filter(
    ({ path, exports }) => path.startsWith(`${within}/`) && exports.some((one) => one.name === name && one.local),
  );
  if (found.length !== 1 || !found[0]) throw new Error(`${name} is exported by ${found.length} files of ${within}/`);
  return `${found[0].path}#${name}`;
}

function reach(from: Place, next: (place: Place) => Iterable<Place>): Set<Place> {
  const seen = new Set([from]);
  for (const place of seen) for (const one of next(place)) seen.add(one);
  return seen;
}

const filesOf = (places: Iterable<Place>) =>
  new Set([...places].map((place) => place.slice(0, place.indexOf('#'))).filter((path) => !path.startsWith('src/ui/')));

function follow({ from, to, within }: Walk): { way: Set<string>; opened: Set<string> } {
  const [begin, end] = [placeNamed(from, within), placeNamed(to, within)];
  const namedIn = (place: Place) => (place === end ? [] : [...(graph.next.get(place) ?? [])]);
  const ahead = reach(begin, namedIn);
  const back = new Map<Place, Place[]>();
  for (const place of ahead) for (const one of namedIn(place)) back.set(one, [...(back.get(one) ?? []), place]);
  const way = [...reach(end, (place) => back.get(place) ?? [])];
  if (!way.includes(begin)) throw new Error(`No way leads from ${from} to ${to}`);
  return { way: filesOf(way), opened: filesOf(way.flatMap((place) => [place, ...namedIn(place)])) };
}

for (const walk of walks) {
  const { way, opened } = follow(walk);
  const rooms = new Set([...opened].map((path) => path.slice(0, path.lastIndexOf('/'))));
  console.log(`\n${walk.title} (${walk.from} → ${walk.to})`);
  console.log(`${way.size} files on the way, ${opened.size} opened, in ${rooms.size} folders`);
  for (const path of [...opened].toSorted()) console.log(`  ${way.has(path) ? '›' : ' '} ${path}`);
}
