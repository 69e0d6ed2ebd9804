/** The Japanese words for exporting and importing the file of queued calls. */
import { CallFileError, type FileFault, MAX_FILE_BYTES, type SavedCalls } from '@/device/call-files';
import { formatBytes } from '@/lib/format-bytes';

/** Describes the result of an export. @param saved undefined if the user cancelled it */
export function savedWords(saved: SavedCalls | undefined): string {
  if (!saved) return '保存をやめました。';
  const { count, left, unreadable } = saved;
  const parts = [
    `${count}件をファイルに保存しました。`,
    ...(left > 0 ? [`${left}件は入りきりませんでした。`] : []),
    ...(unreadable > 0 ? [`読み取れない記録${unreadable}件は含まれません。`] : []),
  ];
  return parts.join('');
}

/** Describes the result of an import. It must not sound as if the calls had been sent. */
export function loadedWords({ added, known }: { added: number; known: number }): string {
  if (added === 0) return known === 0 ? 'ファイルに学習はありません。' : `${known}件とも、この端末にあります。`;
  return `${added}件を読み込みました。${known > 0 ? `${known}件は、すでにこの端末にあります。` : ''}`;
}

const faults = {
  unreadable: 'まなびばの控えとして読めませんでした。「ファイルに保存」で保存したファイルを選んでください。',
  newer: 'このアプリより新しい版で保存した控えです。アプリを更新してから読み込んでください。',
  large: `ファイルが大きすぎます（${formatBytes(MAX_FILE_BYTES)}まで）。`,
  person: 'ほかの利用者の控えです。保存した人がログインすると読み込めます。',
  host: '別の接続先の控えです。いまの接続先には読み込めません。',
} satisfies Record<FileFault, string>;

/** Describes why an import or export failed. */
export function fileFaultWords(error: unknown): string {
  return error instanceof CallFileError
    ? faults[error.fault]
    : '端末の記録を使えませんでした。もう一度お試しください。';
}
