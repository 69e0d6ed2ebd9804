/** Uploads content files as staff, and fetches them like a browser. */
import { multipartFile } from '@tests/support/multipart';

import { useTestServer } from './test-server';

/** Encodes a text as UTF-8. */
export const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

/** Starts a server for the calling test file. @returns functions to upload files, get their URLs, and fetch them. */
export function useContentFiles() {
  const server = useTestServer();
  const put = (name: string, file: Uint8Array) => {
    return server.call('PUT', `/api/v1/content/pub-container/${encodeURIComponent(name)}`, {
      as: 'staff',
      ...multipartFile(file),
    });
  };
  /** Requests as staff, who also see unused files. */
  const urlOf = async (id: string) =>
    (await server.call('GET', `/api/v1/content/${id}`, { as: 'staff' })).body as string;
  const getFile = (path: string, headers: Record<string, string> = {}) => fetch(`${server.origin}${path}`, { headers });
  return { server, put, urlOf, getFile };
}
