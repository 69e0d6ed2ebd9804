/** Copies a record to the clipboard, for the learner to pass on to support. */
import { showToast } from '@/ui/toast';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    await showToast('success', 'コピーしました');
  } catch {
    await showToast('error', 'コピーできませんでした');
  }
}
