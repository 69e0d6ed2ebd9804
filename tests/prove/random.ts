/** A seeded random number generator: the same seeds give the same numbers. */

export class Random {
  private state: number;

  constructor(...seeds: number[]) {
    this.state = seeds.reduce((hash, seed) => mix(hash ^ seed), 0x9e3779b9);
  }

  /** Returns a random number of at least 0 and below 1. */
  readonly next = (): number => {
    this.state = (this.state + 0x6d2b79f5) | 0;
    return mix(this.state) / 2 ** 32;
  };

  /** Returns a random integer of at least 0 and below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to pick from');
    return list[this.below(list.length)] as T;
  }

  /** Returns one of the names at random, with a probability in proportion to its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const names = Object.keys(weights) as T[];
    let left = this.next() * names.reduce((sum, name) => sum + weights[name], 0);
    for (const name of names) if ((left -= weights[name]) < 0) return name;
    return this.pick(names);
  }
}

function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
