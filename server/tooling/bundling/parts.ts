/**
 * Plans the chunks beyond the first load. Chunks of modules that are opened together are named by hand; the chunks of
 * the code that they share are computed.
 */
import { join } from 'node:path/posix';

import { closureOf, importsOf, type ModuleGraph } from './module-graph.ts';
import { partsOfScreens, screenOfModule, screenOfPart } from './screen-modules.ts';
import { isStaffs } from './staff-files.ts';

/** Modules used by exactly the same screens and dialogs. */
export interface Piece {
  /** The name of the part, for a piece whose part is never merged; otherwise undefined. */
  fixedAs?: string;
  modules: readonly string[];
  /** Names of the screens, dialogs and other lazily loaded entries that need the piece. */
  users: ReadonlySet<string>;
  /** Approximate size of the piece, in characters. */
  size: number;
  /** All modules that the piece's modules import. */
  imports: ReadonlySet<string>;
}

/** A part of the build: one or more merged pieces of code. */
interface Part {
  fixedAs: string | undefined;
  modules: string[];
  /** Screens and dialogs that load the part, directly or through a part that imports it. */
  users: Set<string>;
  size: number;
  imports: Set<Part>;
}

/** Returns a part and all parts that it imports, directly or not. */
function withImports(part: Part, found = new Set<Part>()): Set<Part> {
  if (found.has(part)) return found;
  found.add(part);
  for (const each of part.imports) withImports(each, found);
  return found;
}

/** Makes one part per piece, linked to the parts that it imports. */
function toParts(pieces: readonly Piece[]): Set<Part> {
  const homes = new Map<string, Part>();
  const parts = pieces.map(({ fixedAs, modules, users, size }): Part => {
    const part = { fixedAs, modules: [...modules], users: new Set(users), size, imports: new Set<Part>() };
    for (const module of modules) homes.set(module, part);
    return part;
  });
  pieces.forEach(({ imports }, index) => {
    for (const id of imports) {
      const home = homes.get(id);
      if (home && home !== parts[index]) parts[index]?.imports.add(home);
    }
  });
  for (const part of parts) spreadUsers(part);
  return new Set(parts);
}

/** Adds a part's users (screens and dialogs) to all parts that it imports. */
function spreadUsers(part: Part): void {
  for (const each of withImports(part)) for (const user of part.users) each.users.add(user);
}

/**
 * Returns the weighted size of unused code that the screens and dialogs of `part` would load if `other` were merged
 * with it.
 */
function wasteOf(part: Part, other: Part, weigh: (user: string) => number): number {
  const brought = [...withImports(other)];
  return [...part.users]
    .filter((user) => !other.users.has(user))
    .reduce((total, user) => {
      const inVain = brought.filter(({ users }) => !users.has(user)).reduce((sum, { size }) => sum + size, 0);
      return total + weigh(user) * inVain;
    }, 0);
}

/** Returns true if `from` imports `to` through a third part: merged, they would form an import cycle with the third. */
function isLinkedThroughThird(from: Part, to: Part): boolean {
  return [...from.imports].some((part) => part !== to && withImports(part).has(to));
}

/** Returns the pair of parts that is cheapest to merge; undefined if no pair can be merged. */
function findCheapest(parts: ReadonlySet<Part>, weigh: (user: string) => number): [Part, Part] | undefined {
  const free = [...parts].filter(({ fixedAs }) => fixedAs === undefined);
  let cheapest: [Part, Part] | undefined;
  let lowest = Infinity;
  for (const [index, a] of free.entries()) {
    for (const b of free.slice(index + 1)) {
      const forA = wasteOf(a, b, weigh);
      if (forA >= lowest) continue;
      const price = forA + wasteOf(b, a, weigh);
      if (price >= lowest || isLinkedThroughThird(a, b) || isLinkedThroughThird(b, a)) continue;
      [cheapest, lowest] = [[a, b], price];
    }
  }
  return cheapest;
}

function joinTwo(parts: Set<Part>, a: Part, b: Part): void {
  const joined: Part = {
    fixedAs: undefined,
    modules: [...a.modules, ...b.modules],
    users: new Set([...a.users, ...b.users]),
    size: a.size + b.size,
    imports: new Set([...a.imports, ...b.imports].filter((part) => part !== a && part !== b)),
  };
  parts.delete(a);
  parts.delete(b);
  for (const { imports } of parts) {
    const wasThere = [imports.delete(a), imports.delete(b)];
    if (wasThere.includes(true)) imports.add(joined);
  }
  parts.add(joined);
  spreadUsers(joined);
}

/**
 * Merges the cheapest pair of parts until the limit is reached.
 *
 * @param limit the maximum number of parts.
 * @param weigh the weight of unused code that a user loads.
 * @returns the modules of each part, and its name if it was fixed.
 */
export function joinPieces(
  pieces: readonly Piece[],
  limit: number,
  weigh: (user: string) => number,
): { fixedAs: string | undefined; modules: readonly string[] }[] {
  const parts = toParts(pieces);
  while (parts.size > limit) {
    const pair = findCheapest(parts, weigh);
    if (!pair) break;
    joinTwo(parts, ...pair);
  }
  return [...parts].map(({ fixedAs, modules }) => ({ fixedAs, modules }));
}

/**
 * Maximum number of scripts beyond the first load. With styles, fonts and the rest, a learner’s device holds 84 files
 * (docs/decisions/0044).
 */
const MAX_PARTS = 35;

/**
 * Patterns of lazily loaded modules that are opened together, by the name of their part. The parts of screens are named
 * in the table of screens. A screen or dialog without a name becomes a separate part if it is large enough.
 */
const together: Record<string, RegExp> = {
  math: /\/math-renderer\.ts$/,
  chemistry: /\/katex\/contrib\/mhchem\b|\/mhchem\.m?js$/,
  code: /\/code-highlighter\.tsx$/,
  compiled: /\/languages\/(?:c|cpp|csharp|go|java|kotlin|rust|scala|swift)\.js$/,
  scripts: /\/languages\/(?:dockerfile|graphql|ini|lua|makefile|perl|php|powershell|r|ruby|scss)\.js$/,
  csv: /\/papaparse\./,
  drag: /\/OrderDrag\.tsx$/,
  worker: /\/device\/worker\.ts$|\/start-failure-words\.ts$/,
  prerender: /\/-?prerender-lessons\.tsx?$|\/read-in\.ts$/,
  lesson: /\/LessonView\.tsx$/,
  // Modules that are loaded after a lesson's text.
  'lesson-end': /\/LessonEnd\.tsx$/,
  'lesson-voice': /\/LessonVoice\.tsx$/,
  'lesson-tools': /\/LessonFind\.tsx$|\/lessons\/share\.ts$/,
  'overflow-buttons': /\/full-view\/OverflowButtons\.tsx$/,
  'full-view': /\/full-view\/FullView\.tsx$/,
  home: /\/routes\/_app\/-home\.ts$|\/(?:HomeScreen|CareCard|DeviceOffer)\.tsx$|\/next-lesson\.ts$/,
  'course-list': /\/CourseList\.tsx$/,
  profile: /\/(?:YearCalendar|ScoreChart)\.tsx$/,
  dialogs: /\/(?:AccountMenu|LogoutDialog|LogoutFailedDialog|KeyHelpDialog|SignInAgain)\.tsx$/,
  account: /\/(?:DetailsForm|PasswordForm)\.tsx$/,
  login: /\/LoginScreen\.tsx$/,
  toasts: /\/ToastContainer\.tsx$|\/@mantine\/notifications\/esm\/index\.mjs$/,
  packs: /\/(?:pack-runner|pack-size|course-pack-\w+|earlier-packs)\.ts$/,
  sending: /\/(?:page-replay|page-reconciliation|reconciliation-words)\.ts$/,
  notices: /\/(?:AppBadge|-device-notice)\.tsx$|\/(?:call-reader|recorded-calls|refresh-copies)\.ts$/,
};

/** Parts that are never merged with other code, because they are large or loaded separately. */
const alone = new Set([
  'math',
  // The chemistry part needs the formulas' part, so any code merged with chemistry would load the formulas too.
  'chemistry',
  'code',
  'compiled',
  'scripts',
  'csv',
  'drag',
  'worker',
  'sending',
  'notices',
  'prerender',
  'home',
  'course-list',
  'lesson',
  'lesson-end',
  'lesson-voice',
  'overflow-buttons',
  'full-view',
]);

/** Parts that opening a lesson loads, without any further press. */
const withLesson = new Set(['lesson', 'lesson-end', 'overflow-buttons']);
/**
 * Parts that can only be opened from a lesson. Code that the lesson shares only with these parts is put into the
 * lesson's part.
 */
const onlyFromLesson = new Set([...withLesson, 'lesson-voice', 'lesson-tools']);

/** Chunks that every start of a signed-in user loads; their modules are in no part. */
const frame = new Set(['start', 'app', 'signed-in', 'layout']);

/** Returns the name of the part that a lazily loaded module belongs to, else its own path. */
function nameOf(id: string): string {
  return screenOfModule(id)?.part ?? Object.entries(together).find(([, test]) => test.test(id))?.[0] ?? id;
}

/** Returns the name of the style sheet of a lazily loaded module: that of its screen, otherwise `dialogs`. */
function sheetOf(user: string): string {
  return (screenOfModule(user) ?? screenOfPart(user))?.sheet ?? 'dialogs';
}

/**
 * Returns the weight of an unneeded byte that this screen or dialog loads: most for lessons, then for home, more for a
 * screen than for a dialog, least for staff, whose devices load further files anyway.
 */
function weightOf(user: string): number {
  if (isStaffs(user)) return 0.3;
  if (withLesson.has(user)) return 24;
  if (user === 'home') return 16;
  const isScreen = user.includes('/routes/') || (partsOfScreens.has(user) && user !== 'login');
  return isScreen || user === 'sending' || user === 'dialogs' ? 3 : 1;
}

/**
 * Returns all modules that each lazily loaded module imports, and the set of lazily loaded modules that learners load.
 */
function findEntries(main: string, graph: ModuleGraph) {
  const closures = new Map<string, Set<string>>();
  const learners = new Set<string>();
  const walk = (entry: string, isLearners: boolean) => {
    if (isLearners ? learners.has(entry) : closures.has(entry)) return;
    const closure = closures.get(entry) ?? closureOf(entry, graph);
    closures.set(entry, closure);
    if (isLearners) learners.add(entry);
    for (const id of closure) {
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (next === entry) continue;
        walk(next, isLearners && !isStaffs(next));
      }
    }
  };
  walk(main, true);
  return { closures, learners };
}

/**
 * Estimates a module's size in the build, in characters. Most of a large library module is removed as unused, so the
 * size is capped.
 */
function sizeOf(id: string, graph: ModuleGraph): number {
  const code = graph.getModuleInfo(id)?.code ?? '';
  return Math.min(code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^\s+/gm, '').length, 16_000);
}

/**
 * Assigns modules to parts.
 *
 * @param root the project's folder.
 * @param first the modules of the chunks that are named already, with the names of their chunks.
 * @returns the name of each module's part; modules that only staff need are left to the bundler.
 */
export function findParts(root: string, graph: ModuleGraph, first: ReadonlyMap<string, string>): Map<string, string> {
  const { closures, learners } = findEntries(join(root, 'src/main.tsx'), graph);
  const learnersNames = new Set([...learners].map(nameOf));
  const users = new Map<string, Set<string>>();
  for (const [entry, closure] of closures) {
    for (const id of closure) users.set(id, (users.get(id) ?? new Set<string>()).add(nameOf(entry)));
  }
  const pieces = new Map<string, { fixedAs: string | undefined; modules: string[]; users: Set<string> }>();
  for (const [id, its] of users) {
    const chunk = first.get(id);
    if ((chunk && frame.has(chunk)) || ![...its].some((user) => learnersNames.has(user))) continue;
    const fixedAs = chunk ?? fixedName(id, its);
    const sign = fixedAs ?? [...its].toSorted().join('|');
    const piece = pieces.get(sign) ?? { fixedAs, modules: [], users: new Set<string>() };
    piece.modules.push(id);
    for (const user of its) piece.users.add(user);
    pieces.set(sign, piece);
  }
  const measured = [...pieces.values()].map((piece): Piece => ({
    ...piece,
    size: piece.modules.reduce((total, id) => total + sizeOf(id, graph), 0),
    imports: new Set(piece.modules.flatMap((id) => importsOf(id, graph))),
  }));
  const weights = new Map(measured.flatMap((piece) => [...piece.users]).map((user) => [user, weightOf(user)] as const));
  const parts = joinPieces(measured, MAX_PARTS, (user) => weights.get(user) ?? 0);
  const names = parts.map(({ fixedAs, modules }, index) => fixedAs ?? partName(modules, index));
  return new Map(parts.flatMap(({ modules }, index) => modules.map((id) => [id, names[index] ?? ''] as const)));
}

/**
 * Returns a module's part if it is fixed: the part of the only screen or dialog that uses it, the lesson's part, or a
 * style sheet. Returns undefined if the part is to be computed.
 */
function fixedName(id: string, users: ReadonlySet<string>): string | undefined {
  const [only = ''] = users;
  if (users.size === 1 && alone.has(only) && !(id.endsWith('.css') && sheetOf(only) === 'lists')) return only;
  if (!id.endsWith('.css') && users.has('lesson') && [...users].every((user) => onlyFromLesson.has(user)))
    return 'lesson';
  const ofLearners = [...users].filter((user) => !isStaffs(user));
  if (!id.endsWith('.css') || ofLearners.every((user) => screenOfModule(user)?.isOnePart)) return undefined;
  const names = new Set(ofLearners.map(sheetOf));
  // Styles that several style sheets need are put into `lists-styles`, the list screens' sheet, which nearly every
  // screen loads.
  return names.size === 1 ? `${[...names].join()}-styles` : 'lists-styles';
}

/**
 * Returns the part's name: that of a named part if its modules belong to exactly one, otherwise `shared`; both with an
 * index.
 */
function partName(modules: readonly string[], index: number): string {
  const names = new Set(
    modules.map(nameOf).filter((name) => Object.hasOwn(together, name) || partsOfScreens.has(name)),
  );
  return names.size === 1 ? `${[...names].join()}-${index}` : `shared-${index}`;
}
