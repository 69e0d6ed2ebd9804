/**
 * A batch of pictures being added to a text: each is checked, measured and uploaded, and can be cancelled and retried.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { loadCode } from '@/lib/load-code';
import type { PreparedPicture } from '@/queries/files/prepare-picture';
import { createId } from '@/storage/unique-id';
import { CODE_MISSING } from '@/ui/lazy-asked';
import { pictureMarkdown } from '@/ui/markdown-tools/pictures';

export interface BatchPicture {
  id: string;
  file: File;
  /** A `blob:` URL of the picture; undefined until the file is known to be a picture. */
  url?: string;
  alt: string;
  state: 'sending' | 'sent' | 'failed';
  /** The uploaded share, 0 to 1. */
  share: number;
  /** The picture, prepared for the upload; kept for retries. */
  prepared?: PreparedPicture;
  /** The reason why the picture failed, in words. */
  message?: string;
  /** True if retrying the upload can help. */
  canRetry?: boolean;
  contentId?: string;
  size?: { width: number; height: number };
}

/** Concurrency limit: more simultaneous uploads would slow each other until they count as stalled. */
const UPLOAD_CONCURRENCY = 3;

/** Limits how many tasks run at once; the others wait in order. */
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

/** Uploads pictures with limited concurrency and reports progress; a cancelled picture reports nothing more. */
function useSending(change: (id: string, news: Partial<BatchPicture>) => void) {
  const controllers = useRef(new Map<string, AbortController>());
  const [queue] = useState(() => createQueue(UPLOAD_CONCURRENCY));

  async function start(picture: BatchPicture) {
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(picture.id, controller);
    const tell = (news: Partial<BatchPicture>) => {
      if (!signal.aborted) change(picture.id, news);
      else if (news.url) URL.revokeObjectURL(news.url);
    };
    const code = await loadCode(() => import('./send-picture')).catch(() => undefined);
    if (!code) {
      tell({ state: 'failed', message: CODE_MISSING, canRetry: true });
      return;
    }
    try {
      await queue(() => code.sendPicture(picture, signal, tell));
    } catch (error) {
      tell({ state: 'failed', ...code.describeFailure(error) });
    }
  }
  const release = ({ id, url }: BatchPicture) => {
    controllers.current.get(id)?.abort(new Error('cancelled'));
    controllers.current.delete(id);
    if (url) URL.revokeObjectURL(url);
  };
  return { start, release };
}

export function usePictureBatch() {
  const [pictures, setPictures] = useState<readonly BatchPicture[]>([]);
  const change = (id: string, news: Partial<BatchPicture>) =>
    setPictures((all) => all.map((one) => (one.id === id ? { ...one, ...news } : one)));
  const { start, release } = useSending(change);
  const releaseAll = useEffectEvent(() => pictures.forEach(release));
  useEffect(() => () => releaseAll(), []);

  return {
    pictures,
    isSending: pictures.some(({ state }) => state === 'sending'),
    /** True if at least one picture is uploaded and none is uploading; failed pictures do not block. */
    isReady: pictures.some(({ state }) => state === 'sent') && pictures.every(({ state }) => state !== 'sending'),
    failedCount: pictures.filter(({ state }) => state === 'failed').length,
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
    /** Returns the markdown of the uploaded pictures, in the order in which they were chosen. */
    toMarkdown: () =>
      pictures.flatMap(({ contentId, alt, size }) => (contentId ? [pictureMarkdown(contentId, alt, size)] : [])),
  };
}
export type PictureBatch = ReturnType<typeof usePictureBatch>;
