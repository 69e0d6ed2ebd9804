/** The Japanese words of the sync indicator, which always shows a single state (screens, "Everywhere"). */
import { BASIC_AUTH_WORDS, PORTAL_HINT } from '@/api/network/errors';
import type { Gateway } from '@/api/network/server-answer';
import type { SyncState } from '@/queries/queue';

export interface SyncWords {
  label: string;
  /** A shorter label, for a phone's top bar. */
  short?: string;
  tone: 'ok' | 'wait' | 'bad' | 'plain';
}

const waitingWords = (waiting: number) => `送信待ち ${waiting}件`;

/** Returns the words for a sync state. @param isReachable true if the server responded to the last request. */
export function syncWords({ kind, waiting, refused, elsewhere }: SyncState, isReachable: boolean): SyncWords {
  switch (kind) {
    case 'synced':
      return isReachable ? { label: '同期済み', tone: 'ok' } : { label: 'オフライン', tone: 'plain' };
    case 'waiting':
      return { label: waitingWords(waiting), tone: 'wait' };
    case 'sending':
      return { label: '送信中', tone: 'plain' };
    case 'offline':
      return { label: `オフライン ・ ${waitingWords(waiting)}`, short: waitingWords(waiting), tone: 'wait' };
    case 'refused':
      return { label: `要確認 ${refused}件`, tone: 'bad' };
    case 'login-needed':
      return { label: '再ログインが必要', tone: 'bad' };
    case 'portal':
      if (waiting === 0) return { label: '接続の確認が必要', tone: 'wait' };
      return { label: `接続の確認が必要 ・ ${waitingWords(waiting)}`, short: waitingWords(waiting), tone: 'wait' };
    case 'elsewhere':
      return { label: `別の接続先に送る記録 ${elsewhere}件`, short: `別の接続先 ${elsewhere}件`, tone: 'wait' };
    case 'unknown':
      return { label: '端末に保存できません', tone: 'bad' };
  }
}

/**
 * Returns advice for the user; undefined if nothing needs to be done.
 *
 * @param gateway what answers instead of the server, in the state `portal`. @param hasButton true if a button to sign
 * in is shown below.
 */
export function syncAdvice({ kind, waiting }: SyncState, gateway?: Gateway, hasButton = false): string | undefined {
  switch (kind) {
    case 'portal': {
      const kept = waiting > 0 ? '送信待ちの学習はこの端末に保存済みです。' : '';
      if (gateway === 'basic-auth') return `${BASIC_AUTH_WORDS}${kept}`;
      const way = hasButton ? '下のボタンからログインすると' : 'つながると';
      return `${PORTAL_HINT}${way}、${waiting > 0 ? '自動で送信します' : '続きから使えます'}。${kept}`;
    }
    case 'login-needed':
      return waiting > 0
        ? '再ログインで送信を再開します。送信待ちの学習はこの端末に残っています。'
        : 'ログインの期限が切れました。再ログインすると、この画面から続けられます。';
    case 'offline':
      return 'つながると自動で送信します。送信待ちの学習はこの端末に保存済みです。';
    case 'unknown':
      return 'この端末の保存領域を使えません。空き容量を確かめ、アプリを開き直してください。';
    case 'synced':
    case 'waiting':
    case 'sending':
    case 'refused':
    case 'elsewhere':
      return undefined;
  }
}
