/**
 * A server's optional capabilities: the one table of what the app sends and does differently for each (docs/wire.md,
 * "Abilities"). GET /info/ lists their names in `abilities`; a server that lists none gets requests exactly as the
 * specification defines them. `src/api` leaves out what a server does not know, and answers `undefined` for a call that
 * it does not have; `roles.ts` names the capabilities that permissions need.
 */

/** The names of capabilities as they are on the wire. */
export type Capability =
  /**
   * Sent: `updatedAt` in PATCH of courses, sections, chapters, companies and users; the server refuses with 409 when it
   * has a newer version. Without: the field is left out, and the last writer wins. Lessons and question sets send
   * `updatedAt` to every server, because it is part of the base contract (docs/wire.md, "Versions").
   */
  | 'versions'
  /** Sent: POST /revoke at sign-out. Without: only the device forgets its tokens. */
  | 'revoke'
  /** Sent: `currentPassword` beside a new own `password`. Without: the form does not ask for the current password. */
  | 'current-password'
  /** Read: `courses` in lists of users. Without: progress is fetched person by person, up to 200. */
  | 'course-progress'
  /** Sent and shown: `nameKana` of users. Without: no such field or column, and lists are sorted by name. */
  | 'name-kana'
  /** Sent: `?at=` in PUT /progress/lesson/{id}. Without: `readAt` is the time of arrival on the server. */
  | 'read-at'
  /** Read: `submits` in the progress of one course. Without: only the last and the best score are shown. */
  | 'submit-history'
  /** Sent: `?history=all` for a person's progress. Without: the record is read course by course. */
  | 'whole-history'
  /** Called: GET /audit/. Without: no link leads to the screen of the audit log, and its path is "not found". */
  | 'audit'
  /**
   * Sent: search, filter and sort parameters of lists. Without: the app reads all pages and searches them itself, and
   * does not search people.
   */
  | 'searched-lists'
  /** Called: GET /file-sizes/. Without: no link leads to the screen, and its path is "not found". */
  | 'file-sizes'
  /** Sent: `shuffle` of questions, which is read from every server. Without: the editor has no switch for it. */
  | 'shuffle'
  /** Sent: `lenient` of text questions, which is read from every server. Without: the editor has no switch for it. */
  | 'lenient'
  /**
   * Called: /assignments/. Without: no required courses, no dates, and learners' statuses by the rule without
   * requirements.
   */
  | 'assignments'
  /**
   * Called: POST /question-set/{id}/rescore. Without: old scores are not changed, and the review screen says what they
   * would be now.
   */
  | 'rescore'
  /**
   * Called: GET /question-set/{id}/stats. Without: statistics are counted from the progress of at most 200 learners.
   */
  | 'question-stats'
  /**
   * Sent: `?details=1` and filters to GET /audit/. Without: the log has only people, companies and courses, page by
   * page.
   */
  | 'audit-details'
  /**
   * Called: /trash/. Without: a deletion can be undone (元に戻す) for 8 s before it is sent, and there is no trash
   * (ごみ箱).
   */
  | 'trash'
  /**
   * Sent: `?figures=1` to the list of courses. Without: the table has no columns for sets, learners and completions.
   */
  | 'course-figures'
  /**
   * Sent: the header `Idempotency-Key` of creates. Without: the app looks for what a create without an answer made.
   */
  | 'idempotency-key';

/**
 * The source of a server's capabilities: the session, which page and worker both read, or the response of GET /info/.
 */
export interface CapableServer {
  abilities?: readonly string[];
}

/**
 * Returns true if a server has a capability.
 *
 * @param server undefined while no server is known. @param name undefined where none is needed.
 */
export function hasCapability(server: CapableServer | undefined, name: Capability | undefined): boolean {
  return name === undefined || (server?.abilities?.includes(name) ?? false);
}
