/** What a browser engine must be able to do for the trips; one implementation for each way of driving an engine. */

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A function that runs in the page; it must not refer to anything outside itself. */
export type PageFunction<A, T> = (argument: A) => T | Promise<T>;

/** One tab, driven by the engine's own protocol. */
export interface DrivenTab {
  /** Loads a document, and waits until it has loaded. */
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  back: () => Promise<void>;
  /** Runs the text of a script in the page. */
  inject: (script: string) => Promise<void>;
  /** Runs a function in the page. */
  run: <A, T>(action: PageFunction<A, T>, argument: A) => Promise<T>;
  /** Clicks with the mouse on the element that the function returns in the page. */
  click: <A>(find: PageFunction<A, Element>, argument: A) => Promise<void>;
  /** Chooses a file in the file field that the function returns in the page. */
  chooseFile: <A>(find: PageFunction<A, Element>, argument: A, path: string) => Promise<void>;
  /** Presses a key, or keys joined with "+". @param keys Playwright's names, such as "Control+Enter" */
  press: (keys: string) => Promise<void>;
  screenshot: () => Promise<Buffer>;
}

/** One run of a browser, from start to close or kill. */
export interface DrivenBrowser {
  /** The tab that the browser starts with. */
  readonly first: DrivenTab;
  newTab: () => Promise<DrivenTab>;
  /** Lists the uncaught exceptions in all tabs so far. */
  uncaught: () => string[];
  /** Closes the browser as its user does; the profile is kept. */
  close: () => Promise<void>;
  /** Kills all processes of the browser (SIGKILL), as a power cut would; the profile keeps what was written to disk. */
  kill: () => Promise<void>;
}

export interface LaunchOptions {
  /** The profile's folder, which a later start can use again. */
  profile: string;
  width: number;
  height: number;
  /** True for a private window, which forgets everything when it is closed. */
  isPrivate?: boolean;
}

export type Launch = (options: LaunchOptions) => Promise<DrivenBrowser>;

/** The language and the time zone of every browser. */
export const BROWSER_ENV = { LANG: 'ja_JP.UTF-8', LANGUAGE: 'ja', TZ: 'Asia/Tokyo' };
