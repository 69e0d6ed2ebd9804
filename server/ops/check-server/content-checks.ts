/** Checks the files of lessons: their URLs, types, and the pictures that they show. */
import * as z from 'zod/mini';

import { contentUrlSchema, markdownTypes } from '@/api/files/contents';
import { parseUrl } from '@/lib/parse-url';

import type { Connection, ServerAnswer } from './connection';
import { allowsOrigin } from './cors-checks';
import { clean, type Finding } from './finding';
import type { Reading } from './read-checks';
import { textIn } from './samples';

const about = 'ファイル';
const picture = /!\[[^\]]*\]\(\s*<?([^)\s>]+)/g;
const MAX_PICTURES = 3;

const urlOf = (body: unknown, apiHost: string) => {
  const { data } = z.safeParse(contentUrlSchema, body);
  return data === undefined ? undefined : parseUrl(data, apiHost);
};

/** Judges the file behind a URL. */
function judgeFile(
  url: URL,
  file: ServerAnswer,
  isText: boolean,
  { apiHost, origin }: { apiHost: string; origin?: string },
): Finding[] {
  const findings: Finding[] = [];
  const fail = (words: string) => findings.push({ state: 'fail', about, words });
  const { contentType } = file.head;
  const kind = isText ? 'レッスンの文章' : '画像';
  if (!file.ok)
    return [
      {
        state: 'fail',
        about,
        words: `${kind}の URL が ${file.status} を返します。トークンなしで読める URL にしてください。`,
      },
    ];
  const fits = isText ? markdownTypes.test(contentType) : /^image\//i.test(contentType);
  if (!fits)
    fail(
      `${kind}の Content-Type が ${clean(contentType) || '空'} です。${isText ? 'text/markdown' : 'image/…'} にしてください。`,
    );
  if (origin && url.origin !== origin && !allowsOrigin(file, origin))
    fail(`${kind}のファイルに --origin を許す Access-Control-Allow-Origin がありません。端末に保存されません。`);
  if (url.origin !== apiHost)
    findings.push({
      state: 'warn',
      about,
      words: `ファイルは別のホストにあります。CONTENT_HOST=${clean(url.origin)} でビルドしてください。`,
    });
  return findings;
}

/** Reads the pictures of a markdown text. */
async function checkPictures(
  connection: Connection,
  reading: Reading,
  text: string,
  origin?: string,
): Promise<Finding[]> {
  const sources = [...text.matchAll(picture)].map(([, source = '']) => source);
  const findings: Finding[] = sources.some((source) => !/^(?:content:|https?:|data:)/i.test(source))
    ? [
        {
          state: 'warn',
          about,
          words:
            '文章に相対パスの画像があります。アプリのホストに求めるので、表示されません。content:ID か https の URL にしてください。',
        },
      ]
    : [];
  const ids = sources.flatMap((source) => /^content:([A-Za-z0-9_-]{1,64})/.exec(source)?.[1] ?? []);
  for (const id of ids.slice(0, MAX_PICTURES)) {
    const answer = await connection.send(`/content/${id}`, { bearer: reading.asker.bearer });
    const url = answer.ok ? urlOf(answer.body, connection.apiHost) : undefined;
    if (url)
      findings.push(
        ...judgeFile(url, await connection.download(url.href), false, { apiHost: connection.apiHost, origin }),
      );
    else
      findings.push({
        state: 'fail',
        about,
        words: `文章の画像（content:ID）の GET /content/{id} が ${answer.status} で、URL を返しません。`,
      });
  }
  return findings;
}

/** Reads the texts of lessons, and their pictures. */
export async function checkFiles(connection: Connection, reading: Reading, origin?: string): Promise<Finding[]> {
  const idsIn = (ofCall: string, field: string) =>
    reading.answers.flatMap(({ call, body }) => (call === ofCall ? (textIn(body, field) ?? []) : []));
  const textIds = idsIn('GET /lessons/{id}', 'contentId');
  const known = new Set([...textIds, ...idsIn('GET /courses/{id}', 'thumbnailContentId')]);
  const answers = reading.answers.filter(
    ({ call, params }) => call === 'GET /content/{id}' && known.has(params[0] ?? ''),
  );
  const findings: Finding[] = [];
  for (const { params, body } of answers) {
    const url = urlOf(body, connection.apiHost);
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      findings.push({ state: 'fail', about, words: 'GET /content/{id} が http(s) の URL を返しません。' });
      continue;
    }
    const isText = textIds.includes(params[0] ?? '');
    const file = await connection.download(url.href, isText ? { Accept: 'text/markdown' } : {});
    findings.push(...judgeFile(url, file, isText, { apiHost: connection.apiHost, origin }));
    if (isText && file.ok) findings.push(...(await checkPictures(connection, reading, file.text, origin)));
  }
  if (answers.length === 0) return [{ state: 'skip', about, words: '調べるものがありません。' }];
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: 'トークンなしで読めます。' }];
}
