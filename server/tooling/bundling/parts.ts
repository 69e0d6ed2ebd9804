/** Chunks of learners' code beyond the first load: code opened together is listed by hand, shared code is grouped by cost. */
import { join } from 'node:path';

import { joinPieces, type Piece } from './join-pieces.ts';
import { closureOf, importsOf, type ModuleGraph } from './module-graph.ts';
import { isStaffs } from './staff-files.ts';

/** Maximum number of scripts beyond the first load; with styles, fonts and the rest a learner's device holds 80 files. */
const PARTS = 35;

/** Lazily loaded modules that share a chunk; a screen or dialog that is not listed gets its own, if it is large enough. */
const together: Record<string, RegExp> = {
  math: /\/math-renderer\.ts$/,
  code: /\/code-highlighter\.tsx$/,
  compiled: /\/languages\/(?:c|cpp|csharp|go|java|kotlin|rust|scala|swift)\.js$/,
  scripts: /\/languages\/(?:dockerfile|graphql|ini|lua|makefile|perl|php|powershell|r|ruby|scss)\.js$/,
  csv: /\/papaparse\./,
  drag: /\/OrderDrag\.tsx$/,
  worker: /\/device\/worker\.ts$|\/start-failure-words\.ts$/,
  prerender: /\/-?prerender-lessons\.tsx?$|\/read-in\.ts$/,
  lesson: /\/lessons\/\$lessonId\.tsx\?|\/LessonView\.tsx$/,
  'lesson-tools': /\/LessonFind\.tsx$|\/lessons\/share\.ts$/,
  home: /\/routes\/_app\/(?:index\.tsx\?|-home\.ts$)|\/(?:HomeScreen|CareCard|DeviceOffer)\.tsx$|\/next-lesson\.ts$/,
  'course-list': /\/routes\/_app\/courses\/index\.tsx\?|\/CourseList\.tsx$/,
  profile: /\/mypage\.tsx\?|\/(?:YearCalendar|ScoreChart)\.tsx$/,
  questions: /\/question\/(?:solve|review)\/|\/routes\/_app\/review\.tsx\?/,
  dialogs: /\/(?:AccountMenu|LogoutDialog|LogoutFailedDialog|KeyHelpDialog|SignInAgain)\.tsx$/,
  account: /\/(?:DetailsForm|PasswordForm)\.tsx$/,
  login: /\/routes\/login\.tsx\?|\/LoginScreen\.tsx$/,
  toasts: /\/ToastContainer\.tsx$|\/@mantine\/notifications\/esm\/index\.mjs$/,
  packs: /\/(?:pack-runner|pack-size|course-pack-\w+|earlier-packs)\.ts$/,
  sending: /\/(?:page-replay|page-reconciliation|reconciliation-words)\.ts$/,
  notices: /\/(?:AppBadge|-device-notice)\.tsx$|\/(?:call-reader|recorded-calls|refresh-copies)\.ts$/,
};

/** Chunks that are never merged with others, because they are large or loaded separately. */
const alone = new Set([
  'math',
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
]);

/** Style sheets by the users of the styles: course lists, study screens, dialogs. */
const sheets: [name: string, users: RegExp][] = [
  ['lists', /^(?:home|course-list)$|\/routes\/_app\/(?:courses|sections)\/|\/community\.tsx/],
  ['study', /^(?:profile|questions)$|\/routes\/_app\/record\//],
  ['dialogs', /./],
];

/** Chunks that every signed-in start loads; their modules are not grouped again. */
const frame = new Set(['start', 'app', 'signed-in', 'layout']);

const nameOf = (id: string) => Object.entries(together).find(([, test]) => test.test(id))?.[0] ?? id;

/**
 * Returns the weight of unused code that a user loads: more for a screen than for a dialog, most for home, where nearly all
 * visits begin; least for staff, who load their own files besides.
 */
function weigh(user: string): number {
  if (isStaffs(user)) return 0.3;
  if (user === 'home') return 9;
  return user.includes('/routes/') ||
    ['course-list', 'profile', 'questions', 'lesson', 'sending', 'dialogs'].includes(user)
    ? 3
    : 1;
}

/** Finds all lazily loaded entries with their static imports, and which of them learners load. */
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

/** Estimates the built size of a module; capped, because most of a large library module is tree-shaken. */
function sizeOf(id: string, graph: ModuleGraph): number {
  const code = graph.getModuleInfo(id)?.code ?? '';
  return Math.min(code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^\s+/gm, '').length, 16_000);
}

/**
 * Assigns modules beyond the first load to chunks.
 *
 * @param root the project's folder.
 * @param first chunk names of the modules that already have a fixed chunk, such as those of the first load.
 * @returns the chunk name of each module; modules that only staff need are not included.
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
  const parts = joinPieces(measured, PARTS, weigh);
  const names = parts.map(({ fixedAs, modules }, index) => fixedAs ?? partName(modules, index));
  return new Map(parts.flatMap(({ modules }, index) => modules.map((id) => [id, names[index] ?? ''] as const)));
}

/** Returns the fixed chunk of a module; undefined if it is found by merging. */
function fixedName(id: string, users: ReadonlySet<string>): string | undefined {
  const [only = ''] = users;
  if (users.size === 1 && alone.has(only) && !(id.endsWith('.css') && /^(?:home|course-list)$/.test(only))) return only;
  if (!id.endsWith('.css') || [...users].every((user) => user.includes('/record/'))) return undefined;
  const ofLearners = [...users].filter((user) => !isStaffs(user));
  const names = new Set(ofLearners.map((user) => sheets.find(([, test]) => test.test(user))?.[0]));
  // Styles that screens and dialogs share are in the lists' sheet, which nearly every screen loads.
  return names.size === 1 ? `${[...names].join()}-styles` : 'lists-styles';
}

/** Names a chunk after its only listed entry, else `shared`. */
function partName(modules: readonly string[], index: number): string {
  const names = new Set(modules.map(nameOf).filter((name) => Object.hasOwn(together, name)));
  return names.size === 1 ? `${[...names].join()}-${index}` : `shared-${index}`;
}
