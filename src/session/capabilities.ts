/** What a server can beyond the specification: asked before an optional parameter, field or call is used (docs/wire.md, "Abilities"). */

/** `versions`: every edit may say which version it started from. `revoke`: POST /revoke at sign-out. `current-password`: the own password is changed with the current one. `course-progress`: lists of users say how far each is in each course. `name-kana`: users have how their name is read. `read-at`: a reading says when it was. `submit-history`: the progress in a course has every submit. `whole-history`: so has that in all courses, when it is asked for. `audit`: who made, changed and deleted what can be read. `searched-lists`: lists of people, courses and lessons are searched by the server. `file-sizes`: how much room files take can be read. */
export type Capability =
  | 'versions'
  | 'revoke'
  | 'current-password'
  | 'course-progress'
  | 'name-kana'
  | 'read-at'
  | 'submit-history'
  | 'whole-history'
  | 'audit'
  | 'searched-lists'
  | 'file-sizes';

/**
 * Whether a server has an ability.
 *
 * @param server the session, which page and worker both read, or the info it was told by; nobody's server has none.
 */
export function hasCapability(server: { abilities?: readonly string[] } | undefined, ability: Capability): boolean {
  return server?.abilities?.includes(ability) ?? false;
}
