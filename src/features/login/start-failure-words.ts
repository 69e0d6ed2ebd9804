/** The Japanese words for why the app shows the login form to a user who was signed in. */
import { BASIC_AUTH_WORDS, PORTAL_HINT } from '@/api/network/errors';

const words: Record<string, string> = {
  401: 'ログインの期限が切れました。もう一度ログインしてください。',
  403: 'サーバーに利用を断られました。利用できるかどうか、担当者にお問い合わせください。',
  'basic-auth': BASIC_AUTH_WORDS,
  NetworkError: '通信できないため、始められませんでした。ネットワークを確かめて、もう一度お試しください。',
  UnexpectedAnswerError: `サーバーから読み取れない応答が返ってきたため、始められませんでした。${PORTAL_HINT}`,
};

/** Returns the words for a reason. @param failure see `startFailureOf`. */
export function describeStartFailure(failure: string): string {
  // The error message of a schema mismatch is already in Japanese, so it is shown unchanged.
  if (failure.includes('：')) return failure;
  return words[failure] ?? 'サーバーの不調で、始められませんでした。時間をおいて、もう一度お試しください。';
}
