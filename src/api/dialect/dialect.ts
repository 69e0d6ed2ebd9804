/**
 * The types of a dialect: one file that translates between the app's form of calls and another server's
 * (docs/how-to/dialect.md).
 */

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
   * Sends a further GET with the same token and returns its JSON, translated by what the dialect declares.
   *
   * @param path a path of the server below /api/v1 with its query, never a URL. The same path is requested once in 30
   * seconds until something is written.
   * @throws an error with the HTTP `status` if the server refuses it. Uncaught, it makes the translation fail.
   */
  get: (path: string) => Promise<Json>;
  /**
   * The claim `sub` of the access token: the id of the signed-in user on many servers. Undefined without such a token.
   */
  subject?: string;
}

/** The app's call whose response is translated. */
export interface Answered extends Translation, Call {
  /** The HTTP status of the response. */
  status: number;
  /** The id in the path of the app's call, e.g. '5' of `/courses/5`; '' without one. */
  id: string;
}

/** Changes a call of the app for the server. */
export type ToServer = (call: Call, translation: Translation) => Call | Promise<Call>;
/** Changes the body of a 2xx response for the app; `body` is undefined if the response has none, such as a 204. */
export type ToApp = (body: Json, call: Answered) => unknown;

/**
 * The resources of wire.md, by which names, values and defaults are declared. `newSubmit` is sent, `submit` is its
 * receipt.
 */
export type Kind =
  | ('info' | 'user' | 'company' | 'course' | 'section' | 'chapter' | 'lesson' | 'content')
  | ('questionSet' | 'question' | 'choice' | 'explanation' | 'explained' | 'newSubmit' | 'answer' | 'submit' | 'read')
  | ('progress' | 'courseProgress' | 'setProgress' | 'summary');

/** The server's lists. */
export interface Lists {
  /**
   * The field that holds the items, as in the server's JSON: `items`, `results` or another; `data`: also one thing
   * comes as {data}; `bare`: the list is an array.
   */
  envelope: string;
  /** The field with the number of all items, as in the server's JSON; by default `total`, `count` or `meta.total`. */
  total?: string;
  /** The query parameters of the page's number and size; by default `page` and `size`. */
  page?: string;
  size?: string;
  /**
   * The number of the first page, by default 1; `offset`: the parameter `page` is the number of items before the page.
   */
  first?: 0 | 1 | 'offset';
  /** The largest size that the server accepts; by default 200. */
  maxSize?: number;
}

/** A dialect. Everything but its version may be left out: what is left out stays as the app has it. */
export interface Dialect {
  /** The version of the dialect, in ASCII: change it with every change of the file. Copies and refusals carry it. */
  version: string;
  /** The case of the server's field names; `camel` by default. */
  keys?: 'snake' | 'camel';
  /** True if every path of the server ends with a slash, false if none does. */
  slashes?: boolean;
  /** The unit of times that are numbers, in the fields that the app calls `…At`. */
  times?: 'seconds' | 'milliseconds';
  lists?: Lists;
  /**
   * Field names that differ: `{ question: { body: 'text' } }` reads the server's `text` as the app's `body`, and writes
   * it back.
   */
  names?: Partial<Record<Kind, Record<string, string>>>;
  /** Values that differ: `{ question: { type: { single: 'single_choice' } } }`, the app's value first. */
  values?: Partial<Record<Kind, Record<string, Record<string, string | number>>>>;
  /** Values of fields that the server leaves out. */
  defaults?: Partial<Record<Kind, Record<string, Json>>>;
  /** The form of the server's refusals. */
  errors?: 'fastapi' | 'drf' | 'problem' | 'spring';
  /** The words of a refused field, by the server's error type or message; FastAPI's and DRF's common ones are known. */
  words?: Record<string, string>;
  /**
   * Returns the app's field for the place that a refusal names, e.g. `text` for `questions.0.text`; by default by
   * `names` and `keys`.
   */
  fieldOf?: (place: string) => string;
  /** The capabilities of the server (docs/wire.md, "Abilities"), if its /info/ does not name them. */
  capabilities?: string[];
  /**
   * Functions for calls, by method and path with `{id}`: `'POST /submit/'`. They get and return the app's field names.
   */
  requests?: Record<string, ToServer>;
  /**
   * Functions for responses, by the app's call: `'GET /courses/{id}'`. They get the body after all that is declared,
   * and return the app's form.
   */
  answers?: Record<string, ToApp>;
  /** For calls without a function in `requests`. If it throws, nothing is sent. */
  toServer?: ToServer;
  /** For responses without a function in `answers`. */
  toApp?: ToApp;
  /**
   * Translates the body of a refusal into problem details (docs/wire.md); undefined leaves the body as it is. The
   * `current` of a 409 is then translated as a response to the call.
   */
  toError?: (body: Json, call: Answered) => Json;
}
