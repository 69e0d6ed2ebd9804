/**
 * A server's optional capabilities: the one table of what the app sends and does differently for each (docs/wire.md,
 * "Abilities"). GET /info/ lists their names in `abilities`; a server that lists none gets requests exactly as the
 * specification defines them.
 */

/** The names of capabilities as they are on the wire. */
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
  | 'file-sizes'
  | 'shuffle'
  | 'lenient'
  | 'assignments'
  | 'rescore'
  | 'question-stats'
  | 'audit-details'
  | 'trash'
  | 'course-figures'
  | 'idempotency-key';

/**
 * The source of a server's capabilities: the session, which page and worker both read, or the response of GET /info/.
 */
export interface CapableServer {
  abilities?: readonly string[];
}

/**
 * Returns what the app may use of a server, one row per capability: its name on the wire, what is sent with it, and
 * what the app does without it.
 *
 * @param server undefined while no server is known, which has no capability.
 */
export function capabilitiesOf(server: CapableServer | undefined) {
  const has = (name: Capability) => server?.abilities?.includes(name) ?? false;
  return {
    /**
     * `versions`. Sent: `updatedAt` in PATCH of courses, sections, chapters, companies and users; the server refuses
     * with 409 when it has a newer version. Without: the field is left out, and the last writer wins. Lessons and
     * question sets send `updatedAt` to every server, because it is part of the base contract (docs/wire.md,
     * "Versions").
     */
    /* Returns the `updatedAt` to send with an edit on a server with `versions`; undefined leaves the field out. */
    versionOf: (updatedAt: string | undefined) => (has('versions') ? updatedAt : undefined),

    /** `revoke`. Sent: POST /revoke at sign-out. Without: only the device forgets its tokens. */
    revokesTokens: has('revoke'),

    /**
     * `current-password`. Sent: `currentPassword` beside a new own `password`. Without: the form does not ask for the
     * current password.
     */
    asksCurrentPassword: has('current-password'),

    /**
     * `course-progress`. Read: `courses` in lists of users. Without: progress is fetched person by person, up to 200.
     */
    listsCourseProgress: has('course-progress'),

    /**
     * `name-kana`. Sent and read: `nameKana` of users. Without: no such field or column, and lists are sorted by name.
     */
    hasNameKana: has('name-kana'),
    /** Returns the fields to send for a name's kana reading: none to a server without the capability. */
    nameKanaFields: <Kana>(nameKana: Kana): { nameKana?: Kana } => (has('name-kana') ? { nameKana } : {}),

    /** `read-at`. Sent: `?at=` in PUT /progress/lesson/{id}. Without: `readAt` is the time of arrival on the server. */
    keepsReadAt: has('read-at'),
    /** Returns the time to send with a lesson read; undefined leaves the parameter out. @param readAt ISO 8601. */
    readAtOf: (readAt: string) => (has('read-at') ? readAt : undefined),

    /**
     * `submit-history`. Read: `submits` in the progress of one course. Without: only the last and the best score are
     * shown.
     */
    hasSubmitHistory: has('submit-history'),

    /** `whole-history`. Sent: `?history=all` for a person's progress. Without: the record is read course by course. */
    hasWholeHistory: has('whole-history'),

    /**
     * `audit`. Called: GET /audit/. Without: no link leads to the screen of the audit log, and its path is "not found".
     */
    hasAudit: has('audit'),

    /**
     * `searched-lists`. Sent: search, filter and sort parameters of lists. Without: the app reads all pages and
     * searches them itself.
     */
    searchesLists: has('searched-lists'),

    /** `file-sizes`. Called: GET /file-sizes/. Without: no link leads to the screen, and its path is "not found". */
    hasFileSizes: has('file-sizes'),

    /**
     * `shuffle`. Sent: `shuffle` of questions, which is read from every server. Without: the editor has no switch for
     * it.
     */
    hasShuffle: has('shuffle'),

    /**
     * `lenient`. Sent: `lenient` of text questions, which is read from every server. Without: the editor has no switch
     * for it.
     */
    hasLenient: has('lenient'),

    /**
     * `assignments`. Called: /assignments/. Without: no required courses, no dates, and learners' statuses by the rule
     * without requirements.
     */
    hasAssignments: has('assignments'),

    /**
     * `rescore`. Called: POST /question-set/{id}/rescore. Without: old scores are not changed, and the review screen
     * says what they would be now.
     */
    hasRescore: has('rescore'),

    /**
     * `question-stats`. Called: GET /question-set/{id}/stats. Without: statistics are counted from the progress of at
     * most 200 learners.
     */
    hasQuestionStats: has('question-stats'),

    /**
     * `audit-details`. Sent: `?details=1` and filters to GET /audit/. Without: the log has only people, companies and
     * courses, page by page.
     */
    hasAuditDetails: has('audit-details'),
    /**
     * `trash`. Called: /trash/. Without: a deletion can be undone (元に戻す) for 8 s before it is sent, and there is no
     * trash (ごみ箱).
     */
    hasTrash: has('trash'),

    /**
     * `course-figures`. Sent: `?figures=1` to the list of courses. Without: the table has no columns for sets, learners
     * and completions.
     */
    hasCourseFigures: has('course-figures'),

    /**
     * `idempotency-key`. Sent: the header `Idempotency-Key` of creates. Without: the app looks for what a create
     * without an answer made.
     */
    repeatsCreates: has('idempotency-key'),
  };
}

export type Capabilities = ReturnType<typeof capabilitiesOf>;
