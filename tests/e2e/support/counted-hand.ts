/**
 * Drives a page as a teacher's hand does, and counts presses: a tap counts as one, a key that types no text as one,
 * Ctrl+V as one.
 *
 * A change of screen is counted as a person sees it: the content below the app's bar is replaced. That is another path,
 * except where an outline beside the editor stays in place, and an editor that covers the window on the same path.
 */
import type { Locator, Page } from '@playwright/test';

/** A picture of the clipboard or of the device, identified by its name. */
export interface PictureFile {
  name: string;
  buffer: Buffer;
}

/** Writes a text as paste does: headless browsers have no clipboard. */
async function pasteInto(page: Page, { text, picture }: { text?: string; picture?: PictureFile }): Promise<void> {
  await page.evaluate(
    ({ words, base64, name }) => {
      const clipboardData = new DataTransfer();
      if (words !== undefined) clipboardData.setData('text/plain', words);
      if (base64 !== undefined) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
        clipboardData.items.add(new File([bytes], name, { type: 'image/webp' }));
      }
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
      document.activeElement?.dispatchEvent(event);
    },
    { words: text, base64: picture?.buffer.toString('base64'), name: picture?.name ?? '' },
  );
}

export class CountedHand {
  taps = 0;
  keys = 0;
  readonly #screens: string[] = [];

  /** @param screenOf returns the name of the screen of a path; the same name twice in a row is no change of screen */
  constructor(
    readonly page: Page,
    screenOf: (pathname: string) => string,
  ) {
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.see(screenOf(new URL(frame.url()).pathname));
    });
  }

  /**
   * Counts a change of screen, unless this screen is already shown. Call it for a dialog that covers the window, which
   * changes no path.
   */
  see(screen: string): void {
    if (this.#screens.at(-1) !== screen) this.#screens.push(screen);
  }

  get presses(): number {
    return this.taps + this.keys;
  }

  /** The number of changes of screen since `start`. */
  get changes(): number {
    return this.#screens.length - 1;
  }

  /** Starts to count: the page shows the screen from which the teacher starts. */
  start(): void {
    this.taps = 0;
    this.keys = 0;
    this.#screens.splice(0, this.#screens.length - 1);
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  /** Types a text where the focus is; if the focus is in a wrong place, the caller's next expectation fails. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async key(name: string, times = 1): Promise<void> {
    this.keys += times;
    for (let time = 0; time < times; time += 1) await this.page.keyboard.press(name);
  }

  /** Ctrl+V. */
  async paste(what: { text?: string; picture?: PictureFile }): Promise<void> {
    this.keys += 1;
    await pasteInto(this.page, what);
  }

  /** Counts one tap on the button that opens the device's files, and one on the file. */
  async choose(opener: Locator, { name, buffer }: PictureFile): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.tap(opener);
    this.taps += 1;
    await (await chooser).setFiles({ name, mimeType: 'image/webp', buffer });
  }
}
