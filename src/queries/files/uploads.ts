/** Picture uploads: checked first, with progress, cancelled on request or when the screen closes. */
import { useEffect, useRef, useState } from 'react';

import type { Content } from '@/api/files/contents';
import { uploadContent, type UploadOptions } from '@/api/files/uploads';
import { ApiError } from '@/api/network/errors';
import { describeSaveError } from '@/queries/save-errors';

import { preparePicture, type PreparedPicture } from './prepare-picture';
import { UploadRefusedError } from './upload-checks';

/**
 * Uploads a prepared picture under its unique name.
 *
 * @throws {ApiError}, {NetworkError}; the signal's reason when cancelled.
 */
export function uploadPicture({ fileName, file }: PreparedPicture, options: UploadOptions = {}): Promise<Content> {
  options.signal?.throwIfAborted();
  return uploadContent(fileName, file, options);
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

/** The state of an upload; `share` is the sent part, 0 to 1; `change` describes how the picture was changed before. */
export type UploadState =
  | { status: 'idle'; change?: string }
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
      const prepared = await preparePicture(file);
      const content = await uploadPicture(prepared, { signal: own.signal, onProgress });
      if (own.signal.aborted) return;
      setState({ status: 'idle', change: prepared.change });
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
