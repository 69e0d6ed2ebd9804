/** What a form's frame is told of failures and drafts, in plain shapes: it knows neither server nor device. */

/** What was refused about one field; `path` as in the form's values, e.g. 'questions.0.body', '' for the whole. */
export interface FieldFailure {
  path: string;
  message: string;
}

/** Why a save failed, in words for whoever pressed 保存. */
export interface SaveFailure {
  message: string;
  fieldErrors?: readonly FieldFailure[];
  /** Somebody else saved a newer version: when, ISO 8601, and which fields it changed, where that is known. */
  newer?: { at: string; fields?: readonly string[] };
  /** What may clear the way at once, such as a sign-in; the save goes on when it resolves to true. */
  remedy?: () => Promise<boolean>;
}

/** How a save is meant. */
export interface SaveOptions {
  /** The newer version, ISO 8601, that the person was asked about and wants to replace. */
  over?: string;
}

/** Unsaved values on the device. */
export interface FormDraft {
  /** When the draft that is offered was kept, ISO 8601; undefined while there is none to offer. */
  offeredAt: string | undefined;
  /** The device could not keep the last change. */
  hasFailed: boolean;
  /** The values as they stand are on the device. */
  isKept?: boolean;
  restore: () => void;
  discard: () => void;
  /** Saved: nothing needs to be kept any more. */
  drop: () => void;
}
