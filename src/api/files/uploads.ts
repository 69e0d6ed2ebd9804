/** Uploads: PUT /content/{container_name}/{fname}, by XMLHttpRequest, because fetch shows no upload progress. */
import { seam } from '@/api/dialect/seam';
import { NetworkError, RequiredParameterError } from '@/api/network/errors';
import { requireValue } from '@/api/network/require';
import { findGateway } from '@/api/network/server-answer';
import { refreshSession } from '@/api/network/token-refresh';
import { apiUrl, readAnswer } from '@/api/network/transport';
import { CONTENT_CONTAINER, TRANSFER_STALL_MS } from '@/lib/constants';
import { bearerHeader, readOwnSession, type Session } from '@/session/session';
import { noteAnswer } from '@/session/session-status';

import { type Content, contentSchema } from './contents';

export interface UploadOptions {
  /** Progress callback: gets the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Returns a file name encoded as one path segment. @throws {RequiredParameterError} for '', '.' and '..'. */
function requireFileName(fileName: string): string {
  if (!fileName || fileName === '.' || fileName === '..') throw new RequiredParameterError('fname');
  return encodeURIComponent(fileName);
}

interface Upload {
  url: string;
  fileName: string;
  file: Blob;
}

/** Sends the upload once; aborted after 30 s without progress (specification §9). */
function putOnce(
  { url, fileName, file }: Upload,
  session: Session | undefined,
  options: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout>;
    const watchForStall = () => {
      clearTimeout(stall);
      stall = setTimeout(() => upload.abort(), TRANSFER_STALL_MS);
    };
    const cancel = () => upload.abort();
    upload.upload.onprogress = ({ loaded, total }) => {
      watchForStall();
      options.onProgress?.(total === 0 ? 0 : loaded / total);
    };
    upload.onload = () => {
      const names = ['Content-Type', 'WWW-Authenticate'] as const;
      const headers = names.map((name) => [name, upload.getResponseHeader(name) ?? ''] satisfies [string, string]);
      resolve(new Response((upload.response as string) || null, { status: upload.status, headers }));
    };
    upload.onerror = () => reject(new NetworkError('No answer to the upload'));
    upload.onabort = () => reject(options.signal?.reason ?? new NetworkError('The upload made no progress'));
    upload.onloadend = () => {
      clearTimeout(stall);
      options.signal?.removeEventListener('abort', cancel);
    };
    upload.open('PUT', url);
    upload.setRequestHeader('Accept', 'application/json');
    if (session) upload.setRequestHeader('Authorization', bearerHeader(session));
    options.signal?.throwIfAborted();
    options.signal?.addEventListener('abort', cancel);
    const form = new FormData();
    form.set('file', file, fileName);
    watchForStall();
    upload.send(form);
  });
}

function put(upload: Upload, session: Session | undefined, options: UploadOptions): Promise<Response> {
  if (!seam) return putOnce(upload, session, options);
  const bearer = session ? bearerHeader(session) : '';
  return seam.upload(upload.url, bearer, (url) => putOnce({ ...upload, url }, session, options), options.signal);
}

/**
 * Uploads a file under a name; an existing name keeps its content id (docs/wire.md).
 *
 * @throws {RequiredParameterError} without name or file, {ApiError} 413 when too large, 415 for a type that is not
 * accepted, {NetworkError} after 30 s without progress; the signal's reason when cancelled.
 */
export async function uploadContent(fileName: string, file: Blob, options: UploadOptions = {}): Promise<Content> {
  requireValue(file, 'file');
  const url = apiUrl(`/content/${CONTENT_CONTAINER}/${requireFileName(fileName)}`);
  const upload = { url, fileName, file };
  const session = await readOwnSession();
  const first = await put(upload, session, options);
  const renewed = first.status === 401 && session ? await refreshSession(session) : undefined;
  const response = renewed ? await put(upload, renewed, options) : first;
  if (!(await findGateway(response))) noteAnswer(url, response.status);
  return readAnswer(response, contentSchema);
}
