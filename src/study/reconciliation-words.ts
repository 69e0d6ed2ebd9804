/** Makes messages about a server that lost received calls, after it was restored from a backup. */
import { DAY_MS } from '@/lib/constants';

/** When the newest call that the server still has, and the first lost one, were received: ms by the server's clock. */
export interface ForgottenTimes {
  standsAt?: number;
  forgottenAt: number;
  /** True if the server may never have received these calls: something else answered for it. */
  isUnconfirmed?: boolean;
}

const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });

/**
 * Returns a text for the state the server was restored to: the day of the newest call that the server still has, if at
 * most two days before the first lost one.
 */
function stateWords({ standsAt, forgottenAt }: ForgottenTimes): string {
  const isNear = standsAt !== undefined && forgottenAt - standsAt <= 2 * DAY_MS;
  return isNear ? `${dayFormat.format(standsAt)}の状態` : `${dayFormat.format(forgottenAt)}より前の状態`;
}

/** Returns the message after all lost calls were received again. */
export function reconciledWords(times: ForgottenTimes & { count: number }): string {
  if (times.isUnconfirmed) return `サーバーに届いていなかった学習${times.count}件を送り直しました`;
  return `サーバーの記録が${stateWords(times)}に戻っていたため、${times.count}件を送り直しました`;
}

/** Returns the message while lost calls are being sent again. */
export function reconciliationWords(times: ForgottenTimes): string {
  if (times.isUnconfirmed) return 'サーバーに届いていなかった学習を送り直しています';
  return `サーバーの記録が${stateWords(times)}に戻っていたため、消えた学習を送り直しています`;
}

/** Returns the text that asks the learner before many old calls are sent again. */
export function askingWords(times: ForgottenTimes & { count: number }): string {
  if (times.isUnconfirmed) return `サーバーに届いていない学習が${times.count}件あります。送り直しますか？`;
  return `サーバーの記録が${stateWords(times)}に戻っているようです。この端末に控えのある学習${times.count}件を送り直しますか？`;
}
