/** Shares a lesson's link and prints its text. */
import { browser } from '@/storage/browser';
import { copyText } from '@/ui/copy-text';

export interface SharedLesson {
  id: string;
  title: string;
}

const copyLink = (url: string) =>
  copyText(url, {
    done: 'リンクをコピーしました',
    failed: 'リンクをコピーできませんでした。アドレス欄からコピーしてください。',
  });

/** Shares a lesson's link by the Web Share API, or copies it where that is missing. */
export async function shareLesson({ id, title }: SharedLesson): Promise<void> {
  const url = new URL(`/lessons/${id}`, globalThis.location.href).href;
  const { navigator } = browser;
  if (!navigator?.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Ignored: the user cancelled the share sheet, which is no error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Prints after all pictures are decoded: lazily loaded ones further down may not have been loaded yet. */
export async function printLesson(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
  await Promise.allSettled(pictures.filter(({ src }) => src !== '').map((picture) => picture.decode()));
  window.print();
}
