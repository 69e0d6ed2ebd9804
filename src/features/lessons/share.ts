/** Passes a lesson on: its link to somebody else, its text to paper. */
import { browser } from '@/storage/browser';
import { showToast } from '@/ui/toast';

export interface SharedLesson {
  id: string;
  title: string;
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await showToast('success', 'リンクをコピーしました');
  } catch {
    await showToast('error', 'リンクをコピーできませんでした。アドレス欄からコピーしてください。');
  }
}

/** Shares a lesson's link by the device's own means; where it has none, the link is copied. */
export async function shareLesson({ id, title }: SharedLesson): Promise<void> {
  const url = new URL(`/lessons/${id}`, globalThis.location.href).href;
  const { navigator } = browser;
  if (!navigator?.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // The person changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Prints once the pictures are there: those further down may not have been asked for yet. */
export async function printLesson(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
  await Promise.allSettled(pictures.filter(({ src }) => src !== '').map((picture) => picture.decode()));
  window.print();
}
