/** What the keys of queries begin with: the compiler knows no others, so whoever asks anew for a resource cannot misname it. */

/** What the server said of a resource, or what the device holds. */
export type QueriedResource =
  | 'audit'
  | 'chapters'
  | 'companies'
  | 'contents'
  | 'courses'
  | 'file-sizes'
  | 'info'
  | 'lessons'
  | 'me'
  | 'progress'
  | 'question-set-edits'
  | 'question-sets'
  | 'sections'
  | 'users'
  | 'copies'
  | 'drafts'
  | 'packs'
  | 'questions-seen'
  | 'queue'
  | 'reviews';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [QueriedResource, ...unknown[]];
  }
}
