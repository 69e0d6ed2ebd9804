/** Reads a list as the app does, and checks its cap and its paging with few requests. */
import type { Connection, ServerAnswer } from './connection';
import type { Finding } from './finding';
import { mendList } from './mend';
import { envelopeOf, idOf, itemsOf } from './samples';

/** The pages that the app asks for, and those after a refusal (docs/wire.md, "Building blocks"). */
const SIZES = [200, 100];

export interface ListAnswer {
  answer: ServerAnswer;
  findings: Finding[];
}

const numberIn = (body: unknown, name: string): number | undefined => {
  const value = (Object(body) as Record<string, unknown>)[name];
  return typeof value === 'number' ? value : undefined;
};

/** Returns true if a page says that there are more items. */
function hasMore(body: unknown, count: number): boolean {
  const { next } = Object(body) as { next?: unknown };
  return count > 0 && ((numberIn(body, 'total') ?? 0) > count || (next !== null && next !== undefined));
}

/** Judges page 2 of a list that was cut: it must bring other items. */
function judgeNext(about: string, first: readonly unknown[], next: ServerAnswer): Finding[] {
  const known = new Set(first.map(idOf));
  const fresh = itemsOf(next.body).filter((item) => !known.has(idOf(item)));
  if (next.ok && fresh.length > 0) return [];
  return [{ state: 'fail', about, words: '2ページ目に新しいものがありません。page を1から数えてください。' }];
}

function countsFromZero(about: string, body: unknown): Finding {
  const mend = mendList(envelopeOf(body), body, { first: 0 });
  return { state: 'fail', about, words: 'page を0から数えています。1から数えてください。', mend };
}

/** Judges page 2 of pages with one item: it must be the second item of the whole list. */
function judgeSecond(about: string, all: readonly unknown[], { ok, body }: ServerAnswer): Finding[] {
  const [item, ...others] = itemsOf(body);
  if (!ok || item === undefined || others.length > 0) return [];
  const id = idOf(item);
  const place = all.map(idOf).indexOf(id);
  if (id === undefined || place === 1) return [];
  if (place === 2) return [countsFromZero(about, body)];
  return [{ state: 'fail', about, words: 'page=2&size=1 が2番目のものではありません。' }];
}

/** The lists whose size is probed, one page more each. */
const probed = ['GET /courses/', 'GET /lessons/'];

/** Usual names of the parameter for the size of a page. */
const sizeNames = ['page_size', 'per_page', 'limit', 'pageSize', 'perPage'];

/** Finds the parameter for the size of a page, where `size` has no effect. */
async function findSizeName(about: string, ask: (name: string) => Promise<ServerAnswer>): Promise<Finding[]> {
  for (const name of sizeNames) {
    const { ok, body } = await ask(name);
    if (ok && itemsOf(body).length === 1)
      return [
        {
          state: 'warn',
          about,
          words: `size の代わりに ${name} を使います。`,
          mend: mendList(envelopeOf(body), body, { size: name }),
        },
      ];
  }
  return [{ state: 'warn', about, words: 'size を無視します。アプリは返ってきた件数で読み進めます。' }];
}

/** Reads a list. @returns its first page, and the findings about cap and paging. */
export async function checkList(
  connection: Connection,
  about: string,
  path: string,
  bearer: string,
): Promise<ListAnswer> {
  const ask = (page: number, size: number) => connection.send(`${path}?page=${page}&size=${size}`, { bearer });
  const [most = 0, less = 0] = SIZES;
  const first = await ask(1, most);
  const isRefused = [400, 422].includes(first.status);
  const size = isRefused ? less : most;
  const second = isRefused ? await ask(1, less) : first;
  const findings: Finding[] = [];
  // Page 1 is the second one where pages count from 0.
  const before = second.ok && itemsOf(second.body).length === 0 ? await ask(0, size) : undefined;
  const isFromZero = before?.ok && itemsOf(before.body).length > 0;
  const answer = isFromZero ? before : second;
  if (isFromZero) findings.push(countsFromZero(about, answer.body));
  if (isRefused && answer.ok)
    findings.push({
      state: 'warn',
      about,
      words: `size=${most} を ${first.status} で断ります。アプリは size=${less} で読み直します。`,
      mend: mendList(envelopeOf(answer.body), answer.body, { maxSize: less }),
    });
  const items = itemsOf(answer.body);
  if (hasMore(answer.body, items.length)) {
    if (items.length < size)
      findings.push({
        state: 'warn',
        about,
        words: `size=${size} でも${items.length}件ずつ返します。アプリは続きのページも読みます。`,
      });
    findings.push(...judgeNext(about, items, await ask(isFromZero ? 1 : 2, size)));
  } else if (items.length > 1 && !isFromZero) findings.push(...judgeSecond(about, items, await ask(2, 1)));
  if (items.length > 1 && probed.includes(about) && itemsOf((await ask(1, 1)).body).length > 1)
    findings.push(...(await findSizeName(about, (name) => connection.send(`${path}?page=1&${name}=1`, { bearer }))));
  return { answer, findings };
}
