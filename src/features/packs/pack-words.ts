/** The Japanese words for the state of a saved course. */
import { BASIC_AUTH_WORDS, PORTAL_WORDS } from '@/api/network/errors';
import { latestGateway } from '@/api/network/reachability';
import type { PackState, StoredFault } from '@/device/packs/packs';

export const DEVICE_FAILED = '端末に書き込めませんでした。空き容量を確かめて、もう一度お試しください。';

export const STORAGE_UNREADABLE =
  '端末の保存領域を読めないため、保存できません。ブラウザの設定を確かめて、アプリを開き直してください。';

/** Returns why this browser cannot store courses. */
export function cannotSaveWords(): string {
  return globalThis.isSecureContext
    ? 'このウィンドウでは、端末に保存できません。プライベートブラウズを終えて開くと保存できます。'
    : 'この接続（http）では、端末に保存できません。https のアドレスで開くと保存できます。';
}

/** Returns why saving waits and what the user can do. */
export function waitingWords(reason: PackState['reason']): string {
  switch (reason) {
    case 'portal':
      return `${latestGateway() === 'basic-auth' ? BASIC_AUTH_WORDS : PORTAL_WORDS}つながると続きから保存します。`;
    case 'session':
      return 'ログインの期限が切れました。ログインし直すと、続きから保存します。';
    case 'server':
      return 'サーバーが混み合っています。少し待って、続きから自動で保存します。';
    case 'gone':
      return 'このコースは公開されていないか、見る権限がありません。保存できませんでした。';
    case 'full':
      return '端末の空きが足りず、このコースは保存されていません。空きを作ってから、続きから保存してください。';
    case 'storage':
      return '端末に書き込めませんでした。少し待って、もう一度ためします。';
    case 'network':
    case undefined:
      return '接続が切れました。つながると続きから自動で保存します。';
  }
}

const kindWords = {
  outline: '目次',
  lesson: 'レッスン',
  'question-set': '問題',
  explanation: '解説',
  image: '画像',
} satisfies Record<StoredFault['kind'], string>;

const reasonWords = {
  absent: '端末にありません',
  gone: 'サーバーにありません',
  refused: '見る権限がありません',
  cors: '置き場所の設定で保存できません',
  unreadable: '読み取れません',
} satisfies Record<StoredFault['reason'], string>;

/** Describes a part that does not open, e.g. 「画像（グラフの選び方）：サーバーにありません」 ("picture …: not on the server"). */
export function faultWords({ kind, title, reason }: StoredFault): string {
  return `${kindWords[kind]}${title && `（${title}）`}：${reasonWords[reason]}`;
}

export interface Counts {
  text: { done: number; total: number };
  images: { done: number; total: number };
}

/** Returns the progress of saving in words: texts first, then images. */
export function countWords({ text, images }: Counts): string {
  if (text.total === 0) return '準備しています';
  if (text.done < text.total) return `本文・問題 ${text.done} / ${text.total}`;
  return images.total === 0 ? '本文・問題は保存済み' : `本文・問題は保存済み・画像 ${images.done} / ${images.total}`;
}
