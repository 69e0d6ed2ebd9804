/**
 * Returns the fields of an object that another object names by its keys; a missing one is undefined.
 *
 * @param like an object with the same keys, such as the fields of a schema.
 */
export function pick<T extends object, Name extends keyof T>(
  from: T,
  like: Readonly<Record<Name, unknown>>,
): { [Each in keyof Record<Name, unknown>]: T[Each] } {
  const names = Object.keys(like) as Name[];
  return Object.fromEntries(names.map((name) => [name, from[name]])) as { [Each in Name]: T[Each] };
}
