/** Finds the field of a body at which a dialect's function failed. */

/** A field that was read, below the call or further GET whose body has it. */
export interface ReadField {
  url: string;
  path: string[];
  value: unknown;
}

/** Records the last field that a function read from the bodies it was given. */
export class FieldWatch {
  last: ReadField | undefined;

  /** Returns a body that behaves the same and records each field read from it. */
  watch<T>(value: T, url: string, path: string[] = []): T {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, name, receiver) => {
        const read: unknown = Reflect.get(target, name, receiver);
        if (typeof name !== 'string' || name === 'length' || typeof read === 'function') return read;
        const below = [...path, name];
        this.last = { url, path: below, value: read };
        return this.watch(read, url, below);
      },
    });
  }
}
