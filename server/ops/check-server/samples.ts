/** Collects ids from responses, in whatever form, for the calls that need one. */

/** The names of nested lists, by the path of their items. */
const nested: Record<string, string> = {
  sections: 'sections',
  chapters: 'chapters',
  lessons: 'lessons',
  questionSets: 'question-set',
  question_sets: 'question-set',
};
const contentNames = /^(?:thumbnail_?)?content_?id$/i;
const textNames = /^content_?id$/i;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isIdValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)) || Number.isSafeInteger(value);

/** Returns a field of a body as a string; undefined for anything but a string or a number. */
export function textIn(body: unknown, name: string): string | undefined {
  const value = isObject(body) ? body[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns what a dialect calls the form of a list: the name of its field with the items, or `bare` for an array. */
export function envelopeOf(body: unknown): string {
  if (Array.isArray(body)) return 'bare';
  const lists = Object.entries(isObject(body) ? body : {}).filter(([, value]) => Array.isArray(value));
  return lists.some(([name]) => name === 'items') ? 'items' : (lists[0]?.[0] ?? 'items');
}

/** Returns the items of a list: of a bare array, of `items`, or of the first array in the body. */
export function itemsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  const items = isObject(body) ? body[envelopeOf(body)] : undefined;
  return Array.isArray(items) ? items : [];
}

/** Returns the id of an item as a string. */
export function idOf(item: unknown): string | undefined {
  return isObject(item) && isIdValue(item.id) ? String(item.id) : undefined;
}

/** Ids by the first segment of the path that takes them, e.g. `courses`; those of the outline first. */
export class Samples {
  private readonly found = new Map<string, string[]>();

  /** Returns at most `count` ids. */
  of(resource: string, count: number): string[] {
    return (this.found.get(resource) ?? []).slice(0, count);
  }

  /** @param isFirst true to read these before those that are known. */
  add(resource: string, ids: readonly (string | undefined)[], isFirst = false): void {
    const known = this.found.get(resource) ?? [];
    const given = ids.filter((id) => id !== undefined);
    this.found.set(resource, [...new Set(isFirst ? [...given, ...known] : [...known, ...given])]);
  }

  /** Collects the ids of everything below a course or a lesson. */
  addBelow(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.addBelow(item);
    if (!isObject(body)) return;
    for (const [name, value] of Object.entries(body)) {
      if (contentNames.test(name) && isIdValue(value)) this.add('content', [String(value)], textNames.test(name));
      const resource = nested[name];
      if (resource && Array.isArray(value)) this.add(resource, value.map(idOf));
      this.addBelow(value);
    }
  }
}
