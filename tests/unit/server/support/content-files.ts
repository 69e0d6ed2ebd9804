/** Content files as the staff upload them and a browser fetches them. */
import { multipartFile } from '@tests/support/multipart';

import { useTestServer } from './test-server';

/** The bytes of a text. */
export const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

/** Starts a server for the file that calls it; answers ways to put files there, find their URLs, and fetch them. */
export function useContentFiles() {
  const server = useTestServer();
  const put = (name: string, file: Uint8Array) => {
    return server.call('PUT', `/api/v1/content/pub-container/${encodeURIComponent(name)}`, {
      as: 'staff',
      ...multipartFile(file),
    });
  };
  /** By staff, who see files that nothing shows, too. */
  const urlOf = async (id: string) =>
    (await server.call('GET', `/api/v1/content/${id}`, { as: 'staff' })).body as string;
  const getFile = (path: string, headers: Record<string, string> = {}) => fetch(`${server.origin}${path}`, { headers });
  return { server, put, urlOf, getFile };
}
