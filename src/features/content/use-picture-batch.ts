/** Pictures on their way into a text: each is checked, measured and sent, can be cancelled and tried again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { uploadContent } from '@/api/uploads';
import { checkPicture, describeUploadError, measurePicture, uniqueFileName } from '@/queries/picture-files';
import { createId } from '@/storage/unique-id';

import { pictureMarkdown } from './markdown-commands';

export interface BatchPicture {
  id: string;
  file: File;
  /** A `blob:` address to show it by; undefined until it is known to be a picture. */
  url?: string;
  alt: string;
  state: 'sending' | 'sent' | 'failed';
  /** How much has been sent, 0 to 1. */
  share: number;
  /** Why it failed. */
  message?: string;
  contentId?: string;
  size?: { width: number; height: number };
}

/** More at once would wait for each other so long that they count as stalled. */
const AT_ONCE = 3;

/** Lets so many tasks run at a time, the others in their order. */
function createQueue(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

/** Sends one picture. @throws what makes it fail, or the signal's reason. */
async function send(
  { file, url }: BatchPicture,
  signal: AbortSignal,
  tell: (news: Partial<BatchPicture>) => void,
): Promise<void> {
  const kind = await checkPicture(file);
  if (!url) tell({ url: URL.createObjectURL(file) });
  const size = await measurePicture(file);
  const onProgress = (share: number) => tell({ share });
  const content = await uploadContent(uniqueFileName(file.name, kind), file, { signal, onProgress });
  tell({ state: 'sent', share: 1, contentId: content.id, size });
}

export function usePictureBatch() {
  const [pictures, setPictures] = useState<readonly BatchPicture[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const [queue] = useState(() => createQueue(AT_ONCE));
  const change = (id: string, news: Partial<BatchPicture>) =>
    setPictures((all) => all.map((one) => (one.id === id ? { ...one, ...news } : one)));

  async function start(picture: BatchPicture) {
    const controller = new AbortController();
    controllers.current.set(picture.id, controller);
    const tell = (news: Partial<BatchPicture>) => {
      if (controller.signal.aborted && news.url) URL.revokeObjectURL(news.url);
      else change(picture.id, news);
    };
    try {
      await queue(() => send(picture, controller.signal, tell));
    } catch (error) {
      if (!controller.signal.aborted) tell({ state: 'failed', message: describeUploadError(error) });
    }
  }
  const release = ({ id, url }: BatchPicture) => {
    controllers.current.get(id)?.abort(new Error('cancelled'));
    controllers.current.delete(id);
    if (url) URL.revokeObjectURL(url);
  };
  const releaseAll = useEffectEvent(() => pictures.forEach(release));
  useEffect(() => () => releaseAll(), []);

  return {
    pictures,
    isSending: pictures.some(({ state }) => state === 'sending'),
    isReady: pictures.length > 0 && pictures.every(({ state }) => state === 'sent'),
    add: (files: readonly File[]) => {
      const added = files.map((file): BatchPicture => ({ id: createId(), file, alt: '', state: 'sending', share: 0 }));
      setPictures((all) => [...all, ...added]);
      for (const picture of added) void start(picture);
    },
    setAlt: (id: string, alt: string) => change(id, { alt }),
    retry: (picture: BatchPicture) => {
      change(picture.id, { state: 'sending', share: 0, message: undefined });
      void start(picture);
    },
    remove: (picture: BatchPicture) => {
      release(picture);
      setPictures((all) => all.filter(({ id }) => id !== picture.id));
    },
    clear: () => {
      pictures.forEach(release);
      setPictures([]);
    },
    /** What goes into the text, in the order of the choice. */
    toMarkdown: () =>
      pictures.flatMap(({ contentId, alt, size }) => (contentId ? [pictureMarkdown(contentId, alt, size)] : [])),
  };
}
export type PictureBatch = ReturnType<typeof usePictureBatch>;
