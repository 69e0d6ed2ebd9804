/** Copies text to the clipboard, and says in a toast whether it worked. */
import { showToast } from './notices/toast';

/** What is said after copying. */
interface CopyWords {
  done?: string;
  failed?: string;
}

/** Returns true if the text is now in the clipboard. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    // Outside secure contexts `clipboard` is undefined, contrary to its type.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export async function copyText(
  text: string,
  { done = 'コピーしました', failed = 'コピーできませんでした' }: CopyWords = {},
): Promise<void> {
  const isCopied = await writeClipboard(text);
  await showToast(isCopied ? 'success' : 'error', isCopied ? done : failed);
}
