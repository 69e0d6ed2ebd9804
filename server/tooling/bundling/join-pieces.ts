/**
 * Merges pieces of code until there are few enough, so that screens load as little unused code as possible (greedy).
 */

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
    join(parts, ...pair);
  }
  return [...parts].map(({ fixedAs, modules }) => ({ fixedAs, modules }));
}
