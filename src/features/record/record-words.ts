/** The record in words, for screen, paper and CSV alike. */
import type { RecordRow, Vouching } from '@/study/study-record';

/** Short enough for a column; in the device's zone. */
const minuteFormat = new Intl.DateTimeFormat('ja-JP', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const asOfFormat = new Intl.DateTimeFormat('ja-JP', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const isTime = (timestamp: string | undefined): timestamp is string => !Number.isNaN(Date.parse(timestamp ?? ''));

/** 「2026/11/21 10:05」; 「–」 of no time. */
export function minuteWords(timestamp: string | undefined): string {
  return isTime(timestamp) ? minuteFormat.format(new Date(timestamp)) : '–';
}

/** 「2026年11月21日 10時05分 時点」 @param ms since 1970. */
export function asOfWords(ms: number): string {
  const { year, month, day, hour, minute } = Object.fromEntries(
    asOfFormat.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  return `${year}年${month?.replace('月', '')}月${day}日 ${hour}時${minute}分 時点`;
}

export const kindNames = { lesson: 'レッスン', 'question-set': '問題' } satisfies Record<RecordRow['kind'], string>;

/** Whose clock a time is of. */
export const vouchingNames = {
  server: 'サーバーの時計',
  device: '端末の時計',
  waiting: '送信待ち',
  untold: '受信日時の記録なし',
} satisfies Record<Vouching, string>;

/** What is said where nothing here knows the title. */
export function titleWords({ title, kind }: Pick<RecordRow, 'title' | 'kind'>): string {
  return title || `題名のわからない${kindNames[kind]}`;
}

/** 「読了」「4 / 5」「最後 4 / 5 ・ 最高 5 / 5（3回）」「採点待ち」 */
export function resultWords({ kind, result, summary }: RecordRow): string {
  if (kind === 'lesson') return '読了';
  const last = result ? `${result.score} / ${result.maxScore}` : '採点待ち';
  if (!summary) return last;
  const best = summary.bestScore === undefined ? '' : ` ・ 最高 ${summary.bestScore} / ${result?.maxScore ?? '–'}`;
  return `最後 ${last}${best}（${summary.submitCount}回）`;
}

/** When it came in. */
export function receivedWords({ vouching, receivedAt }: RecordRow): string {
  return vouching === 'waiting' ? vouchingNames.waiting : minuteWords(receivedAt);
}

/** Why not every submit is listed; undefined where they are. */
export function missingWords(hasEverySubmit: boolean, hasHistory: boolean): string | undefined {
  if (hasEverySubmit) return undefined;
  return hasHistory
    ? '問題には、最後と最高の結果だけを示しているものがあります。すべての解答の記録が、まだこの端末に届いていないためです。'
    : '問題は、最後と最高の結果です。このサーバーは、すべての解答の記録を伝えないためです。';
}
