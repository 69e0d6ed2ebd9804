/** How a copy looks when it is kept for studying. */
import { expect, test } from 'vitest';

import { studyReadAt } from '@/offline/copies/study-cache';
import { toCopy } from '@/offline/copies/study-copy';

const API_HOST = 'https://api.example';
Object.assign(globalThis, { __API_HOST__: API_HOST });

const FILE = '/files/pub-container/a.md?v=1';
const SIGNED = `${FILE}&expires=1795000000&signature=secret`;

test.each([
  ['a path of the API host', SIGNED, `${API_HOST}${FILE}`],
  ['a URL', `https://files.example${SIGNED}`, `https://files.example${FILE}`],
  ['an object', { url: SIGNED }, { url: `${API_HOST}${FILE}` }],
])('a content URL that is answered as %s is kept without its signature', async (_, answer, kept) => {
  const read = studyReadAt(`${API_HOST}/api/v1/content/c1`, 'api');

  expect(await (await toCopy(Response.json(answer), read)).json()).toEqual(kept);
});
