/**
 * Saves files that the page creates: as a download, or by the share sheet in an installed app of iOS, which cannot
 * download.
 */
import { browser } from '@/storage/browser';

import { askToShare } from './file-prompt';
import { readInstallPlatform } from './install-platform';
import { isStandalone } from './standalone';

/** `cancelled`: the user closed the share sheet, and the file was saved nowhere. */
export type SaveOutcome = 'saved' | 'cancelled';

const CSV = 'text/csv;charset=utf-8';

function download(fileName: string, parts: BlobPart[], type: string): SaveOutcome {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Release the URL later: Safari reads it only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return 'saved';
}

/**
 * Returns whether the app was added to an iPhone's or iPad's home screen: there downloads do nothing, or open a preview
 * without a way back.
 */
function cannotDownload(): boolean {
  return (
    browser.navigator?.standalone === true || (isStandalone() && readInstallPlatform(globalThis.navigator) === 'ios')
  );
}

/**
 * Returns the file in a form that the share sheet accepts: with its own type, or else as plain text; undefined if it
 * accepts neither.
 */
function toShareable(fileName: string, parts: BlobPart[], type: string): File | undefined {
  const [plainType] = type.split(';');
  const forms = [
    new File(parts, fileName, { type: plainType }),
    new File(parts, `${fileName}.txt`, { type: 'text/plain' }),
  ];
  const { navigator } = browser;
  return forms.find((file) => navigator?.share !== undefined && navigator.canShare?.({ files: [file] }) === true);
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/**
 * Opens the share sheet.
 *
 * @returns `blocked` if the browser requires a press directly before it.
 * @throws when sharing fails.
 */
async function share(file: File): Promise<SaveOutcome | 'blocked'> {
  const { navigator } = browser;
  if (navigator?.userActivation?.isActive === false) return 'blocked';
  try {
    await navigator?.share?.({ files: [file] });
    return 'saved';
  } catch (error) {
    // An InvalidStateError means that a share sheet is already open.
    if (['AbortError', 'InvalidStateError'].includes(nameOf(error))) return 'cancelled';
    if (nameOf(error) === 'NotAllowedError') return 'blocked';
    throw error;
  }
}

/**
 * Opens the share sheet, after another press if the press that created the file is too long ago.
 *
 * @throws when sharing fails.
 */
async function shareWithPress(file: File): Promise<SaveOutcome> {
  const first = await share(file);
  if (first !== 'blocked') return first;
  const second = await askToShare(file.name, () => share(file));
  if (second === 'blocked') throw new Error('The browser does not allow sharing');
  return second;
}

/**
 * Saves a text as a file. Call it directly in the handler of a press, if possible before anything is awaited: a share
 * sheet opens only shortly after a press.
 *
 * @param text the text or its parts.
 */
export async function saveFile(fileName: string, text: string | Blob[], type = CSV): Promise<SaveOutcome> {
  const parts = [text].flat();
  const file = cannotDownload() ? toShareable(fileName, parts, type) : undefined;
  if (!file) return download(fileName, parts, type);
  try {
    return await shareWithPress(file);
  } catch {
    return download(fileName, parts, type);
  }
}

/** Returns a name without characters that file systems do not allow. */
export function fileNameOf(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_');
}
