/** The findings of `npm run check-server`: names and types of fields, never values of people or tokens. */
import type { Role } from '@server/api/access/permissions';

import { type Mend, mergeMends } from './mend';

/**
 * `pass`: fits. `warn`: works, with less. `fail`: something that the app needs does not work. `skip`: could not be
 * checked.
 */
export type FindingState = 'pass' | 'warn' | 'fail' | 'skip';

export interface Finding {
  state: FindingState;
  /** The call (`GET /courses/`), or the subject of the check. */
  about: string;
  words: string;
  /** The field at which the server's form differs, such as `items[].title`. */
  field?: string;
  expected?: string;
  /** The JSON type that came. */
  found?: string;
  /** A field of the server with a similar name, which may be the same. */
  near?: string;
  /** The part of a dialect (docs/how-to/dialect.md) that mends it. */
  mend?: Mend;
  /** The roles as which it was found; undefined for checks without a role. */
  roles?: Role[];
}

const MAX_NAME_LENGTH = 80;

/** Returns text of the server without control and formatting characters, which could change what a terminal shows. */
export function clean(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_NAME_LENGTH);
}

const keyOf = ({ state, about, field, words, expected, found, near, mend }: Finding) =>
  JSON.stringify([state, about, field, words, expected, found, near, mend]);

/** Joins equal findings of several roles. */
export function joinRoles(findings: readonly Finding[]): Finding[] {
  const joined = new Map<string, Finding>();
  for (const finding of findings) {
    const known = joined.get(keyOf(finding));
    const roles = new Set([...(known?.roles ?? []), ...(finding.roles ?? [])]);
    joined.set(keyOf(finding), roles.size > 0 ? { ...finding, roles: [...roles] } : finding);
  }
  return [...joined.values()];
}

const WHOLE = '全体';

/** What one part of a dialect mends in all calls. */
const wholeWords: Partial<Record<keyof Mend, string>> = {
  keys: '項目の名前が snake_case です。',
  slashes: 'パスの末尾の / が違い、リダイレクトになります。',
  lists: '一覧の形が違います。',
  times: '日時が数です。',
};

const partOf = ({ mend = {} }: Finding) => (Object.keys(mend)[0] ?? '') as keyof Mend;
/** Findings of fields have one word for all; others have their own. */
const keyOfMend = ({ mend, field, words }: Finding) => JSON.stringify([mend, field === undefined ? words : '']);

/** Joins the findings that the same line for the whole server mends, such as that of its key case, into one. */
export function joinMends(found: readonly Finding[]): Finding[] {
  // A dialect declares lists once: every finding about them gets all of it.
  const { lists } = mergeMends(found.flatMap(({ mend }) => (mend?.lists ? mend : [])));
  const findings = found.map((finding) => (finding.mend?.lists ? { ...finding, mend: { lists } } : finding));
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (partOf(finding) in wholeWords)
      groups.set(keyOfMend(finding), [...(groups.get(keyOfMend(finding)) ?? []), finding]);
  }
  const joined = findings.flatMap((finding): Finding[] => {
    const group = groups.get(keyOfMend(finding)) ?? [];
    if (group.length < 2) return [finding];
    if (group[0] !== finding) return [];
    const calls = [...new Set(group.map(({ about }) => about))];
    const place = calls.length === 1 ? calls[0] : `${calls[0]} など${calls.length}つの呼び出し`;
    const state = group.some((each) => each.state === 'fail') ? 'fail' : 'warn';
    const roles = [...new Set(group.flatMap((each) => each.roles ?? []))];
    const own =
      finding.field === undefined && finding.mend?.lists ? finding.words : (wholeWords[partOf(finding)] ?? '');
    const words = `${own}（${place}）`;
    return [{ state, about: WHOLE, words, mend: finding.mend, roles }];
  });
  return joined.toSorted((a, b) => Number(b.about === WHOLE) - Number(a.about === WHOLE));
}
