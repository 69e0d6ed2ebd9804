/** The Japanese words of a study record, shared by screen, paper and CSV; times are times in Japan. */
import { dayWordsInJapan, timeInJapan } from '@/lib/japan-time';
import type { RecordRow, Vouching } from '@/study/record-rows';

export const isTime = (timestamp: string | undefined): timestamp is string =>
  !Number.isNaN(Date.parse(timestamp ?? ''));

/** Returns the time in Japan, e.g. 「2026/11/21 10:05」, or 「–」 without a time. */
export function minuteWords(timestamp: string | undefined): string {
  return isTime(timestamp) ? timeInJapan(timestamp).slice(0, -3).replaceAll('-', '/') : '–';
}

/** Returns the time in Japan, e.g. 「2026年11月21日 10時05分 時点」. @param ms time in ms since 1970. */
export function asOfWords(ms: number): string {
  const [hour, minute] = timeInJapan(ms).slice(11).split(':');
  return `${dayWordsInJapan(ms)} ${Number(hour)}時${minute}分 時点`;
}

export const kindNames = { lesson: 'レッスン', 'question-set': '問題' } satisfies Record<RecordRow['kind'], string>;

/** The words for the clock that a study time comes from; else for a queued call or an unknown time of receipt. */
export const vouchingNames = {
  server: 'サーバーの時計',
  device: '端末の時計',
  waiting: '送信待ち',
  untold: '受信日時の記録なし',
} satisfies Record<Vouching, string>;

/** Returns a row's title, or a placeholder if the device does not know the title. */
export function titleWords({ title, kind }: Pick<RecordRow, 'title' | 'kind'>): string {
  return title || `タイトルのわからない${kindNames[kind]}`;
}

/**
 * Returns a row's result, e.g. 「読了」 (read), 「4 / 5」, 「最後 4 / 5 ・ 最高 5 / 5（3回）」 (last, best), 「採点待ち」 (not graded
 * yet).
 */
export function resultWords({ kind, result, summary }: RecordRow): string {
  if (kind === 'lesson') return '読了';
  const last = result ? `${result.score} / ${result.maxScore}` : '採点待ち';
  if (!summary) return last;
  const best = summary.bestScore === undefined ? '' : ` ・ 最高 ${summary.bestScore} / ${result?.maxScore ?? '–'}`;
  return `最後 ${last}${best}${summary.submitCount === undefined ? '' : `（${summary.submitCount}回）`}`;
}

/** Returns when the server received the row's call, or 「送信待ち」 (queued). */
export function receivedWords({ vouching, receivedAt }: RecordRow): string {
  return vouching === 'waiting' ? vouchingNames.waiting : minuteWords(receivedAt);
}

/** Returns why the record does not list every submit; undefined if it lists all. */
export function missingWords(hasEverySubmit: boolean, hasHistory: boolean): string | undefined {
  if (hasEverySubmit) return undefined;
  return hasHistory
    ? '問題には、最後と最高の結果だけを示しているものがあります。すべての解答の記録が、まだこの端末に届いていないためです。'
    : '問題は、最後と最高の結果です。このサーバーは、すべての解答の記録を伝えないためです。';
}
