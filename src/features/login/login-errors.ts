/** The Japanese words for a failed sign-in. */
import {
  ApiError,
  describeUnexpected,
  NetworkError,
  PORTAL_HINT,
  PORTAL_WORDS,
  UnexpectedAnswerError,
} from '@/api/network/errors';

/** Returns the login screen's error. For a 401 it does not reveal whether the user name or the password was wrong. */
export function describeLoginError(error: unknown): string {
  if (error instanceof NetworkError) return '通信できませんでした。ネットワークを確かめて、もう一度お試しください。';
  if (error instanceof ApiError) {
    // A refusal without JSON comes from a gateway. The server itself may be busy (429) or down (5xx) without JSON.
    if (error.body === undefined && error.status < 500 && error.status !== 429) return PORTAL_WORDS;
    if (error.status === 400 || error.status === 401 || error.status === 422)
      return 'ユーザー名またはパスワードが違います。';
    if (error.status === 403) return 'このアカウントは利用停止中です。担当者にお問い合わせください。';
    if (error.status === 429)
      return 'ログインの失敗が続いたため、一時的に止めています。しばらく待ってからお試しください。';
  }
  if (error instanceof Error && error.name === 'StorageError') {
    return 'この端末にログイン情報を保存できません。空き容量とブラウザの設定を確かめてください。';
  }
  if (error instanceof UnexpectedAnswerError) {
    const isUnclear = error.gateway === 'refusal' && error.status === 401;
    return isUnclear ? `ユーザー名またはパスワードが違うか、${PORTAL_HINT}` : describeUnexpected(error);
  }
  return 'ログインできませんでした。時間をおいて、もう一度お試しください。';
}
