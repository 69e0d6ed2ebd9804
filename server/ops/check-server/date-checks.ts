/** Checks timestamps without a zone, and timestamps and clocks against the server's `Date`. */
import { HOUR_MS, MINUTE_MS } from '@/lib/constants';

import type { Finding } from './finding';
import type { ReadAnswer } from './read-checks';

/** Tolerated difference of clocks, ms. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;
const about = '日時';
const withoutZone = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/;
/** Fields of the past: dates by which something is due are in the future. */
const ofPast = /(?:updated|created|read|studied|submitted|received|completed|answered)At$/i;

const offsetOf = (ahead: number) => `+${String(Math.ceil((ahead - MAX_AHEAD_MS) / HOUR_MS)).padStart(2, '0')}:00`;

/** Returns how far the newest timestamp, read as UTC, is ahead of the response's `Date`, ms. */
function aheadOf({ timestamps, headers }: ReadAnswer, hasNoZone: boolean): number {
  const date = Date.parse(headers.get('Date') ?? '');
  const past = timestamps.filter(({ field, text }) => ofPast.test(field) && withoutZone.test(text) === hasNoZone);
  return Math.max(
    0,
    ...past.map(({ text }) => Date.parse(hasNoZone ? `${text.replace(' ', 'T')}Z` : text) - date || 0),
  );
}

/** Names the fields with dates without zone. */
function checkZones(answers: readonly ReadAnswer[]): Finding[] {
  const fields = answers.flatMap(({ call, timestamps }) =>
    timestamps.filter(({ text }) => withoutZone.test(text)).map(({ field }) => `${call} ${field}`),
  );
  if (fields.length === 0) return [];
  const ahead = Math.max(...answers.map((answer) => aheadOf(answer, true)));
  const isWrong = ahead > MAX_AHEAD_MS;
  const words = isWrong
    ? `時差のない日時が、UTC とみなすと Date より先です。API_TIME_OFFSET=${offsetOf(ahead)} でビルドしてください。`
    : '時差のない日時です。UTC とみなします（ほかの時差なら API_TIME_OFFSET）。';
  return [...new Set(fields)].map((field) => ({ state: isWrong ? 'fail' : 'warn', about, words, field }));
}

/** Checks the server's clock, and all dates that the answers have. */
export function checkDates(answers: readonly ReadAnswer[], now: number): Finding[] {
  const [first] = answers;
  if (!first) return [];
  const date = Date.parse(first.headers.get('Date') ?? '');
  const findings = checkZones(answers);
  if (Number.isNaN(date))
    findings.push({ state: 'warn', about, words: 'Date ヘッダーがありません。端末の時計を正せません。' });
  else if (Math.abs(date - now) > MAX_AHEAD_MS)
    findings.push({ state: 'warn', about, words: 'サーバーの Date が、このコンピューターの時計と5分以上違います。' });
  if (Math.max(...answers.map((answer) => aheadOf(answer, false))) > MAX_AHEAD_MS)
    findings.push({
      state: 'warn',
      about,
      words: '過ぎたはずの日時が、サーバーの Date より先です。時差の書き方を確かめてください。',
    });
  if (answers.every(({ timestamps }) => timestamps.length === 0))
    findings.push({ state: 'skip', about, words: '読める日時がないため、時差を確かめられません。' });
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: '時差があり、Date と合っています。' }];
}
