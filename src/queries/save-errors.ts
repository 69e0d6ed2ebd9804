/** Makes the messages for failed saves. */
import {
  ApiError,
  describeUnexpected,
  type FieldError,
  isMissing,
  NetworkError,
  UNEXPLAINED_HINT,
  UnexpectedAnswerError,
} from '@/api/network/errors';

import { UploadRefusedError } from './files/upload-checks';
import { type FieldConflict, NewerVersionError, newerVersionIn } from './newer-version';
import { askToSignIn } from './sign-in-again';

/** The message that FormFrame shows; the same shape as its `SaveFailure`. */
export interface SaveErrorWords {
  message: string;
  fieldErrors?: readonly FieldError[];
  /**
   * Set on a version conflict: when the newer version was saved, ISO 8601, and the fields that both sides changed, if
   * known.
   */
  newer?: { at: string; conflicts?: readonly FieldConflict[] };
  /** Tries to remove the cause of the failed save; the save continues when this resolves to true. */
  remedy?: () => Promise<boolean>;
}

const SESSION_OVER = 'ログインの期限が切れました。もう一度ログインすると、この画面から続けられます。';
const UNSURE = '確かめられませんでした。つながってから、もう一度お試しください。';
const NEWER = 'ほかの人が新しい内容を先に保存しました。入力した内容はこのまま残っています。';

function describeRefusal({ status, message, fieldErrors, body }: ApiError): SaveErrorWords {
  const unexplained = `保存できませんでした（${status}）。${UNEXPLAINED_HINT}。入力内容も確かめてください。`;
  switch (status) {
    case 401:
      return { message: SESSION_OVER, remedy: askToSignIn };
    case 403:
      return { message: 'アクセスが拒否されました。保存する権限がありません。' };
    case 404:
      return { message: '保存先が見つかりません。ほかの人が削除した可能性があります。' };
    case 409:
      return { message: message || (body === undefined ? unexplained : NEWER), fieldErrors };
    case 413:
      return { message: message || '内容が大きすぎて保存できません。短くするか、分けてください。' };
    case 429:
      return { message: '短い時間に何度も送られたため、一時的に止めています。しばらく待ってからお試しください。' };
    case 503:
      return {
        message: 'サーバーがいま応えられません。入力した内容はこのまま残っています。少し待ってからお試しください。',
      };
    case 504:
      return { message: `保存できたかどうか、${UNSURE}` };
    case 507:
      return { message: message || 'サーバーの空き容量が足りないため、保存できません。担当者にお知らせください。' };
    default:
      if (status >= 500) return { message: 'サーバーで問題が起きました。時間をおいて、もう一度お試しください。' };
      if (message === '' && fieldErrors.length === 0) return { message: unexplained };
      return { message: message || '保存できませんでした。入力内容を確かめてください。', fieldErrors };
  }
}

/** Returns the message for a failed save: for FormFrame's `describeFailure`. */
export function describeSaveError(error: unknown): SaveErrorWords {
  if (error instanceof NewerVersionError)
    return { message: NEWER, newer: { at: error.at, conflicts: error.conflicts } };
  const newerAt = newerVersionIn(error)?.updatedAt;
  if (newerAt !== undefined) return { message: NEWER, newer: { at: newerAt } };
  if (error instanceof UploadRefusedError) return { message: error.message };
  if (error instanceof ApiError) return describeRefusal(error);
  if (error instanceof NetworkError) return { message: '接続できませんでした。入力した内容はこのまま残っています。' };
  if (error instanceof UnexpectedAnswerError) {
    const isSignedOut = error.gateway === 'refusal' && error.status === 401;
    return { message: describeUnexpected(error), ...(isSignedOut && { remedy: askToSignIn }) };
  }
  return { message: '保存できませんでした。時間をおいて、もう一度お試しください。' };
}

/** Returns the message for a failed action: a move, a deletion, a change of status. */
export function describeActionError(error: unknown): string {
  if (error instanceof NetworkError) return '接続できませんでした。通信を確かめて、もう一度お試しください。';
  if (error instanceof ApiError && error.status === 403)
    return 'アクセスが拒否されました。この操作をする権限がありません。';
  if (isMissing(error)) return '見つかりません。ほかの人が削除した可能性があります。';
  if (error instanceof ApiError && error.status === 504) return `できたかどうか、${UNSURE}`;
  if (error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429) {
    const isConflict = error.status === 409 && error.body !== undefined;
    if (error.message || !isConflict)
      return error.message || `できませんでした（${error.status}）。${UNEXPLAINED_HINT}。`;
  }
  return describeSaveError(error).message.replace('保存できませんでした', 'できませんでした');
}
