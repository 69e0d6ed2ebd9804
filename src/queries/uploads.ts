/** Picture uploads: checked first, with progress, cancelled on request or when the screen closes. */
import { useEffect, useRef, useState } from 'react';

import type { Content } from '@/api/contents';
import { ApiError, NetworkError } from '@/api/errors';
import { uploadContent, type UploadOptions } from '@/api/uploads';

import { describeSaveError } from './save-errors';
import { checkImage, UploadRefusedError } from './upload-checks';

/** Removes a picture's metadata, with code that only uploads load. @throws {NetworkError} when that code cannot be loaded. */
async function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { stripPicture } = await import('@/api/picture-metadata/strip-picture').catch(() => {
    throw new NetworkError('The code that removes metadata did not load');
  });
  return stripPicture(bytes) ?? bytes;
}

/**
 * Uploads one picture under a unique name, without its metadata.
 *
 * @throws {UploadRefusedError} when it is not a picture or too large (nothing was sent), {ApiError}, {NetworkError}; the
 * signal's reason when cancelled.
 */
export async function uploadImage(file: File, options: UploadOptions = {}): Promise<Content> {
  const { fileName, bytes } = await checkImage(file);
  const stripped = new Blob([await stripMetadata(bytes)], { type: file.type });
  options.signal?.throwIfAborted();
  return uploadContent(fileName, stripped, options);
}

/** Returns the message for a failed upload. */
export function describeUploadError(error: unknown): string {
  if (error instanceof UploadRefusedError) return error.message;
  if (error instanceof ApiError && error.status === 415) return error.message || 'この種類のファイルは使えません。';
  // A proxy in front of the server answers 413 without our message, and its limit may be lower than ours.
  if (error instanceof ApiError && error.status === 413)
    return (
      error.message || '画像が大きすぎるとして、サーバーの手前で断られました。小さくするか、担当者にお知らせください。'
    );
  if (error instanceof Error && error.name === 'NetworkError') {
    return '接続できませんでした。画像は送られていません。もう一度お試しください。';
  }
  return describeSaveError(error).message;
}

/** The state of an upload; `share` is 0 to 1. */
export type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; fileName: string; share: number }
  | { status: 'failed'; fileName: string; message: string };

/** Uploads one picture at a time; a second upload cancels the first. */
export function useImageUpload(onUploaded: (content: Content) => void) {
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function upload(file: File): Promise<void> {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const fileName = file.name;
    const onProgress = (share: number) => {
      if (!own.signal.aborted) setState({ status: 'uploading', fileName, share });
    };
    onProgress(0);
    try {
      const content = await uploadImage(file, { signal: own.signal, onProgress });
      if (own.signal.aborted) return;
      setState({ status: 'idle' });
      onUploaded(content);
    } catch (error) {
      if (!own.signal.aborted) setState({ status: 'failed', fileName, message: describeUploadError(error) });
    }
  }
  return {
    state,
    upload,
    cancel: () => {
      controller.current?.abort();
      setState({ status: 'idle' });
    },
  };
}
