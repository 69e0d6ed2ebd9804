/** Types of FormFrame's failures and drafts, independent of server and device. */

/** A refused field; `path` as in the form's values, e.g. 'questions.0.body', '' for the whole form. */
export interface FieldFailure {
  path: string;
  message: string;
}

/** A field that the form and another user changed differently. */
export interface ConflictingField {
  name: string;
  own: unknown;
  theirs: unknown;
}

/** The message of a failed save. */
export interface SaveFailure {
  message: string;
  fieldErrors?: readonly FieldFailure[];
  /**
   * Set on a version conflict: when the newer version was saved, ISO 8601, and the fields that both sides changed, if
   * known.
   */
  newer?: { at: string; conflicts?: readonly ConflictingField[] };
  /** Tries to remove the cause, e.g. by a sign-in; the save continues when it resolves to true. */
  remedy?: () => Promise<boolean>;
}

/** Options of a save. */
export interface SaveOptions {
  /** The newer version (ISO 8601) that the user has agreed to replace. */
  over?: string;
  /** To be called with the fields that another user had changed and whose newer values were kept. */
  onCombined: (fields: readonly string[]) => void;
}

/** The step after the form, which the last button of the bar and Ctrl+Enter take once everything is saved. */
export interface NextStep {
  /** The button's label when everything is saved; `saveLabel` is shown while something is unsaved. */
  label: string;
  saveLabel: string;
  /** Shown in the bar while nothing is unsaved, e.g. that this is the last lesson. */
  note?: string;
  go: () => void;
}

/** The draft of a form: its unsaved values, stored on the device. */
export interface FormDraft {
  /** When the offered draft was stored, ISO 8601; undefined without an offer. */
  offeredAt: string | undefined;
  /** True if the last change could not be stored. */
  hasFailed: boolean;
  /** True if the current values are stored. */
  isKept?: boolean;
  restore: () => void;
  discard: () => void;
  /** Deletes the draft after a save. */
  drop: () => void;
}
