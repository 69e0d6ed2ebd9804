/** Puts pieces of code together until they are few enough, and screens load as little in vain as may be. */

/** Code that exactly the same screens and dialogs need. */
export interface Piece {
  /** Stays a part of its own where it is set. */
  fixedAs?: string;
  modules: readonly string[];
  /** What needs it: screens, dialogs and what else is loaded apart, by name. */
  users: ReadonlySet<string>;
  /** Letters, roughly. */
  size: number;
  /** All the modules that its own import. */
  imports: ReadonlySet<string>;
}

/** Pieces that were put together. */
interface Part {
  fixedAs: string | undefined;
  modules: string[];
  /** Who loads it, for its own sake or for that of a part that imports it. */
  users: Set<string>;
  size: number;
  imports: Set<Part>;
}

/** A part and all that it brings along. */
function withImports(part: Part, found = new Set<Part>()): Set<Part> {
  if (found.has(part)) return found;
  found.add(part);
  for (const each of part.imports) withImports(each, found);
  return found;
}

/** One part per piece, each linked to those that it imports. */
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

/** Whoever loads a part loads what it imports. */
function spreadUsers(part: Part): void {
  for (const each of withImports(part)) for (const user of part.users) each.users.add(user);
}

/** What the users of one part would load in vain, if they had to load the other with it. */
function wasteOf(part: Part, other: Part, weigh: (user: string) => number): number {
  const brought = [...withImports(other)];
  return [...part.users]
    .filter((user) => !other.users.has(user))
    .reduce((total, user) => {
      const inVain = brought.filter(({ users }) => !users.has(user)).reduce((sum, { size }) => sum + size, 0);
      return total + weigh(user) * inVain;
    }, 0);
}

/** Whether one leads to the other through a third: as one file, they and that third would wait for each other. */
function isLinkedThroughThird(from: Part, to: Part): boolean {
  return [...from.imports].some((part) => part !== to && withImports(part).has(to));
}

/** The two whose union costs least; undefined where no two can be one. */
function findCheapest(parts: ReadonlySet<Part>, weigh: (user: string) => number): [Part, Part] | undefined {
  const free = [...parts].filter(({ fixedAs }) => fixedAs === undefined);
  let cheapest: [Part, Part] | undefined;
  let lowest = Infinity;
  for (const [index, a] of free.entries()) {
    for (const b of free.slice(index + 1)) {
      const price = wasteOf(a, b, weigh) + wasteOf(b, a, weigh);
      if (price >= lowest || isLinkedThroughThird(a, b) || isLinkedThroughThird(b, a)) continue;
      [cheapest, lowest] = [[a, b], price];
    }
  }
  return cheapest;
}

function join(parts: Set<Part>, a: Part, b: Part): void {
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
 * Joins the cheapest two again and again.
 *
 * @param limit how many parts there may be.
 * @param weigh how much it matters what a user loads in vain.
 * @returns the modules of each part, and its name where it was fixed.
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
    join(parts, ...pair);
  }
  return [...parts].map(({ fixedAs, modules }) => ({ fixedAs, modules }));
}
