/** A tab as the trips use it: elements are named as a person names them, and everything waits. */
import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';

import type { DrivenTab, PageFunction } from './driver';
import {
  findFileField,
  findInPage,
  insertInPage,
  selectInPage,
  type Seen,
  type Target,
  typeInPage,
  type Words,
} from './page-functions';

/** Finds elements by role, text and label in every engine alike. */
const LIBRARY = readFileSync('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js', 'utf8');
const WAIT_MS = 30_000;

type Pattern = string | RegExp;
interface Place {
  within?: Target;
  at?: number;
}

const wordsOf = (pattern: Pattern): Words =>
  typeof pattern === 'string' ? pattern : { source: pattern.source, flags: pattern.flags };

/** An element by its role and accessible name. */
export const role = (name: string, words?: Pattern, place: Place = {}): Target => ({
  by: 'role',
  role: name,
  ...(words !== undefined && { words: wordsOf(words) }),
  ...place,
});
/** An element by its own text. */
export const text = (words: Pattern, place: Place = {}): Target => ({ by: 'text', words: wordsOf(words), ...place });
/** A field by its label. */
export const field = (words: Pattern, place: Place = {}): Target => ({ by: 'label', words: wordsOf(words), ...place });
export const button = (words: Pattern, place?: Place) => role('button', words, place);
export const link = (words: Pattern, place?: Place) => role('link', words, place);
export const heading = (words: Pattern, place?: Place) => role('heading', words, place);

export class Tab {
  constructor(
    readonly driven: DrivenTab,
    readonly origin: string,
  ) {}

  /** Loads a path as the address bar does. */
  async goto(path: string): Promise<void> {
    await this.driven.goto(new URL(path, this.origin).href);
  }

  /** Goes back as the browser's button does. */
  back(): Promise<void> {
    return this.driven.back();
  }

  /** Runs a function in the page, like Playwright's: the steps of tests/e2e/support that need no more can be used. */
  readonly evaluate = ((action: PageFunction<unknown, unknown>, argument?: unknown) =>
    this.driven.run(action, argument)) as Page['evaluate'];

  /** The app's address. */
  url(): string {
    return this.origin;
  }

  /** Lists the visible elements; empty while the page is exchanged. */
  async all(target: Target): Promise<Seen[]> {
    try {
      return await this.find(target);
    } catch {
      return [];
    }
  }

  /** Waits until the element is visible, and returns what is seen of it. */
  async sees(target: Target, timeout = WAIT_MS): Promise<Seen> {
    let seen: Seen | undefined;
    const look = async () => {
      [seen] = await this.all(target);
      return seen !== undefined;
    };
    await this.until(look, `sees ${JSON.stringify(target)}`, timeout);
    return seen as Seen;
  }

  /** Waits until no such element is visible. */
  async seesNo(target: Target, timeout = WAIT_MS): Promise<void> {
    const look = async () => (await this.find(target)).length === 0;
    await this.until(look, `sees no ${JSON.stringify(target)}`, timeout);
  }

  /** Waits until the element is visible with this text, white space collapsed. */
  async reads(target: Target, words: string | RegExp, timeout = WAIT_MS): Promise<void> {
    const look = async () => (await this.all(target))[0]?.text;
    const reading = expect.poll(look, { message: `reads ${JSON.stringify(target)}`, timeout });
    await (typeof words === 'string' ? reading.toBe(words) : reading.toMatch(words));
  }

  /** Waits until the function returns true. An exception counts as false: the page may be exchanged. */
  async until(look: () => Promise<boolean>, message: string, timeout = WAIT_MS): Promise<void> {
    let failure: unknown = '';
    const lookAgain = () => look().catch((error: unknown) => ((failure = error), false));
    try {
      await expect.poll(lookAgain, { timeout, intervals: [50, 100, 200] }).toBe(true);
    } catch {
      const page = await this.evaluate(() => `${location.href}\n${document.body.innerText}`).catch(String);
      throw new Error(`${message}: not within ${timeout} ms. ${String(failure)}\n${page.slice(0, 2000)}`);
    }
  }

  /** Clicks on the only element of this kind once it is there, enabled and not covered. */
  async click(target: Target): Promise<void> {
    const press = async () => {
      await this.find(target);
      await this.driven.click(findInPage as PageFunction<object, Element>, { target, wants: 'element' });
      return true;
    };
    await this.until(press, `clicks ${JSON.stringify(target)}`);
  }

  /** Replaces the text of a field, as typing does. */
  async type(target: Target, words: string): Promise<void> {
    await this.click(target);
    await this.evaluate(typeInPage, words);
    await this.until(async () => (await this.sees(target)).value === words, `types ${words}`);
  }

  /** Types at the caret. */
  insert(words: string): Promise<void> {
    return this.evaluate(insertInPage, words);
  }

  press(keys: string): Promise<void> {
    return this.driven.press(keys);
  }

  /** Waits until the element has the focus. */
  async isFocused(target: Target): Promise<void> {
    const look = async () => (await this.all(target)).some(({ focused }) => focused);
    await this.until(look, `focuses ${JSON.stringify(target)}`);
  }

  /** Chooses an option of the list with this label. */
  async select(label: string, words: string): Promise<void> {
    const choose = async () => {
      await this.evaluate(selectInPage, { label, words });
      return true;
    };
    await this.until(choose, `selects ${words}`);
  }

  /** Chooses a file of the device in the field with this label. */
  async chooseFile(label: string, path: string): Promise<void> {
    const choose = async () => {
      await this.driven.chooseFile(findFileField, label, path);
      return true;
    };
    await this.until(choose, `chooses ${path}`);
  }

  /** Waits until the address's path, with its query, matches. */
  async isAt(path: string | RegExp): Promise<void> {
    const look = async () => {
      const here = await this.evaluate(() => location.pathname + location.search);
      return typeof path === 'string' ? here === path : path.test(here);
    };
    await this.until(look, `is at ${String(path)}`);
  }

  private async find(target: Target): Promise<Seen[]> {
    const look = () => this.evaluate(findInPage, { target, wants: 'list' as const }) as Promise<Seen[] | null>;
    const found = await look();
    if (found) return found;
    await this.driven.inject(LIBRARY);
    return (await look()) ?? [];
  }
}
