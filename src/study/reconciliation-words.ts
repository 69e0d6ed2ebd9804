/** What is said of a server that has forgotten what it had received. */
import { DAY_MS } from '@/lib/constants';

/** What stands and what is missing, in ms by the server's clock. */
export interface ForgottenTimes {
  standsAt?: number;
  forgottenAt: number;
}

const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });

/** The state that a server fell back to: the day of the newest fact that stands, where that is near enough to say so. */
function stateWords({ standsAt, forgottenAt }: ForgottenTimes): string {
  const isNear = standsAt !== undefined && forgottenAt - standsAt <= 2 * DAY_MS;
  return isNear ? `${dayFormat.format(standsAt)}の状態` : `${dayFormat.format(forgottenAt)}より前の状態`;
}

/** Said when all has been received again. */
export function reconciledWords(times: ForgottenTimes & { count: number }): string {
  return `サーバーの記録が${stateWords(times)}に戻っていたため、${times.count}件を送り直しました`;
}

/** Said while some of it waits. */
export function reconciliationWords(times: ForgottenTimes): string {
  return `サーバーの記録が${stateWords(times)}に戻っていたため、消えた学習を送り直しています`;
}

/** Asked where much of days gone by would be sent. */
export function askingWords(times: ForgottenTimes & { count: number }): string {
  return `サーバーの記録が${stateWords(times)}に戻っているようです。この端末に控えのある学習${times.count}件を送り直しますか？`;
}
