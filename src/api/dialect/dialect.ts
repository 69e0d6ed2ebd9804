/** The types of a dialect: one file that translates between the app's form of calls and another server's (docs/how-to/dialect.md). */

/** JSON of any shape: what another server sends cannot be typed here. */
// oxlint-disable-next-line typescript/no-explicit-any -- a dialect reads and writes bodies of every shape
export type Json = any;

/** A call below /api/v1, in the app's form or in the server's. */
export interface Call {
  method: string;
  /** The path below /api/v1 without the query, e.g. `/courses/5`. */
  path: string;
  query: Record<string, string>;
  /** The JSON payload; undefined for calls without one. */
  json?: Json;
}

/** What a function of a dialect may use beside the call or the body. */
export interface Translation {
  /**
   * Sends a further GET with the same token and returns its JSON.
   *
   * @param path a path of the server below /api/v1 with its query, never a URL. The same path is requested once per page load.
   * @throws an error with the HTTP `status` if the server refuses it. Uncaught, it makes the translation fail.
   */
  get: (path: string) => Promise<Json>;
  /** The claim `sub` of the access token: the id of the signed-in user on many servers. Undefined without such a token. */
  subject?: string;
}

/** The app's call whose response is translated. */
export interface Answered extends Translation, Call {
  /** The HTTP status of the response. */
  status: number;
}

export interface Dialect {
  /** The version of the dialect, in ASCII: change it with every change of the file. Copies, receipts and refusals carry it. */
  version: string;
  /** Translates a call of the app for the server. If it throws, nothing is sent. */
  toServer?: (call: Call, translation: Translation) => Call | Promise<Call>;
  /** Translates the body of a 2xx response for the app. */
  toApp?: (body: Json, call: Answered) => unknown;
  /** Translates the body of a refusal into problem details (docs/wire.md); undefined leaves the body as it is. */
  toError?: (body: Json, call: Answered) => Json;
}
