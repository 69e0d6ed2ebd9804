/** Provides ids for the rights table: kinds of resources to create, and ids that belong to no resource. */

/** Kinds of resources that are created for each call. */
export type Maker =
  | 'course'
  | 'section'
  | 'chapter'
  | 'lesson'
  | 'question-set'
  | 'content'
  | 'colleague'
  | 'stranger'
  | 'admin-user'
  | 'assignment'
  | 'assignment-elsewhere'
  | 'deleted-course'
  | 'trashed-picture';

/** Expected statuses by role: STUDENT, STAFF, TEACHER, ADMIN. */
export type Statuses = readonly [number, number, number, number];

/** Malformed ids: none may escape from a path or a SQL statement. */
const hostileIds = {
  'a path': '..%2fusers',
  'a path upwards': '%2e%2e%2f%2e%2e',
  'a null byte': '%00',
  'a statement': "'%20or%20'1'='1",
  'a long one': 'x'.repeat(65),
  'other letters': '%E3%81%82',
};

/** Returns ids that no resource has, each with the expected statuses. */
export function badIds(expected: Statuses, ofHostile = expected): Record<string, { id: string; expected: Statuses }> {
  const hostile = Object.entries(hostileIds).map(([kind, id]) => [`hostile: ${kind}`, { id, expected: ofHostile }]);
  return {
    missing: { id: 'nothing-of-that-name', expected },
    'missing: a prototype': { id: '__proto__', expected },
    ...Object.fromEntries(hostile),
  };
}
