/** The first parts of all query keys, typed, so that the compiler refuses an invalidation with a misspelt key. */

/** The first part of a query key: a resource of the server, or data on the device (from `copies` on). */
export type QueriedResource =
  | 'assignments'
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
  | 'question-stats'
  | 'question-sets'
  | 'rescore'
  | 'sections'
  | 'trash'
  | 'users'
  | 'copies'
  | 'drafts'
  | 'noted-completions'
  | 'packs'
  | 'questions-seen'
  | 'queue'
  | 'rescores'
  | 'reviews';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [QueriedResource, ...unknown[]];
  }
}
