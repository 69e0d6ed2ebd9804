/** The only screen that maps errors to the messages of specification §8. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';

import {
  ApiError,
  describeUnexpected,
  NetworkError,
  UNEXPLAINED_HINT,
  UnexpectedAnswerError,
} from '@/api/network/errors';
import type { Gateway } from '@/api/network/server-answer';
import { isChunkFailure, reloadForChunk, SLOW_CHUNK } from '@/device/chunk-failure';
import { CHUNK_FAILED } from '@/lib/load-code';
import { useService } from '@/queries/info';
import { meQueries } from '@/queries/me';
import { offersNetworkLogin, useGateway } from '@/queries/reachability';
import { AccessDeniedError } from '@/session/access-denied';
import { screenAt } from '@/session/screen-paths';
import { screenOf, screens } from '@/session/screens';
import { lazyExtra } from '@/ui/lazy-extra';
import { LinkButton } from '@/ui/LinkButton';
import { NetworkLoginLink } from '@/ui/notices/NetworkLoginLink';
import { SupportAddress } from '@/ui/notices/SupportAddress';
import { PageTitle } from '@/ui/PageTitle';

import { canInterruptAt } from './use-can-interrupt';

// Loaded on demand, to keep the first load small.
const DeviceOffer = lazyExtra(() => import('./DeviceOffer').then((module) => module.DeviceOffer));

const ACCESS_DENIED = 'アクセスが拒否されました';
export const NOT_FOUND = screens['/_app/$'].title;
const GONE = '見つかりませんでした';
const UNKNOWN_ERROR = '不明なエラーが発生しました';

interface ErrorWords {
  title: string;
  help?: string;
  /** True if pressing もう一度 (retry) may help. */
  canRetry?: boolean;
  /** True if lessons that open offline should be offered instead. */
  offersCopies?: boolean;
  /** True if only reloading the page helps. */
  needsReload?: boolean;
  /** True if only a new sign-in helps. */
  needsLogin?: boolean;
  /** What answered instead of the server: signing in to the network may help. */
  gateway?: Gateway;
}

/**
 * The message for screens that are never stored on the device: other people, companies, server reports
 * (docs/offline.md, law 3).
 */
const onlineOnlyWords: ErrorWords = {
  title: 'この画面には通信が必要です',
  help: '通信できませんでした。この画面の内容は、この端末に保存されません。つながるところで、もう一度お試しください。',
  canRetry: true,
};

/** Names the call, the status and the server's words; undefined for errors that the app makes itself. */
function refusalHelp({ call, status, message }: ApiError): string | undefined {
  if (call === undefined) return undefined;
  const isExplained = message !== '' || status >= 500;
  return isExplained
    ? `サーバーの応答：${call}（${status}）${message && `「${message}」`}`
    : `応答：${call}（${status}）。${UNEXPLAINED_HINT}。`;
}

/**
 * Returns the message for an error; an error without a message in specification §8 gets 不明なエラー (unknown error).
 *
 * @param pathname of the screen that failed.
 */
export function describeError(error: unknown, pathname: string): ErrorWords {
  if (error instanceof AccessDeniedError) return { title: ACCESS_DENIED };
  if (error instanceof ApiError) {
    if (error.status === 401) return { title: ACCESS_DENIED, help: 'もう一度ログインしてください。', needsLogin: true };
    if (error.status === 403) return { title: ACCESS_DENIED };
    if (error.status === 404) return { title: GONE, help: '削除されたか、公開が終わった可能性があります。' };
    return { title: UNKNOWN_ERROR, help: refusalHelp(error), canRetry: true };
  }
  if (error instanceof NetworkError) {
    if (!screenOf(screenAt(pathname)).worksOffline) return onlineOnlyWords;
    return {
      title: 'この画面はまだ端末に保存されていません',
      help: '通信できませんでした。つながるところで一度開くと、次からはオフラインでも開けます。',
      canRetry: true,
      offersCopies: true,
    };
  }
  if (error instanceof UnexpectedAnswerError) {
    const { gateway } = error;
    const words = { help: describeUnexpected(error), gateway, canRetry: true, offersCopies: true };
    if (gateway === 'basic-auth') return { ...words, title: 'サーバーにつながりません' };
    if (error.schemaMismatch !== undefined) return { ...words, title: 'サーバーの応答を読み取れませんでした' };
    if (gateway !== 'refusal') return { ...words, title: UNKNOWN_ERROR };
    const isDenied = error.status === 401 || error.status === 403;
    return { ...words, title: isDenied ? ACCESS_DENIED : GONE, needsLogin: true };
  }
  if (isChunkFailure(error)) {
    const help =
      '画面を読み込めませんでした。電波のよいところで、読み込み直してください。学習の記録はそのまま残ります。';
    return { title: CHUNK_FAILED, help, needsReload: true };
  }
  return { title: UNKNOWN_ERROR, canRetry: true };
}

const notForLearners = new AccessDeniedError();

/**
 * Returns true if a code chunk is missing because learners' devices do not cache the code of editors' screens
 * (docs/decisions/0044).
 */
function useIsEditorsCode(error: unknown): boolean {
  const me = useQueryClient().getQueryData(meQueries.current().queryKey);
  const { pathname } = useRouter().state.location;
  return isChunkFailure(error) && me?.role === 'STUDENT' && screenOf(screenAt(pathname)).access !== 'everybody';
}

export function ErrorScreen({ error: thrown }: { error: unknown }) {
  const router = useRouter();
  const error = useIsEditorsCode(thrown) ? notForLearners : thrown;
  const words = describeError(error, router.state.location.pathname);
  const { title, help, canRetry, needsReload, needsLogin, offersCopies } = words;
  const latest = useGateway();
  const isPortal = offersNetworkLogin(words.gateway ?? latest);
  const { supportEmail } = useService();
  const here = router.state.location.href;
  useEffect(() => {
    const isMissing = isChunkFailure(error) && error !== SLOW_CHUNK;
    if (isMissing && canInterruptAt(router.state.location.pathname)) void reloadForChunk();
  }, [error, router]);
  useEffect(() => {
    // Retry when the page becomes visible: the user may have signed in to the network, or changed it, in another
    // window.
    const readAgain = () => canRetry && document.visibilityState === 'visible' && void router.invalidate();
    document.addEventListener('visibilitychange', readAgain);
    return () => document.removeEventListener('visibilitychange', readAgain);
  }, [canRetry, router]);
  return (
    <Stack gap="lg" role="alert" data-passing>
      <PageTitle>{title}</PageTitle>
      {help && <Text>{help}</Text>}
      <Group>
        {isPortal && <NetworkLoginLink />}
        {canRetry && (
          <Button variant={isPortal ? 'default' : 'filled'} onClick={() => void router.invalidate()}>
            もう一度
          </Button>
        )}
        {needsReload && <Button onClick={() => globalThis.location.reload()}>再読み込み</Button>}
        {needsLogin && (
          <LinkButton to="/login" search={{ redirect: here }} variant={canRetry ? 'default' : 'filled'}>
            ログイン
          </LinkButton>
        )}
        <LinkButton to="/" variant={canRetry || needsReload || needsLogin ? 'default' : 'filled'}>
          ホームに戻る
        </LinkButton>
      </Group>
      <Suspense>{offersCopies ? <DeviceOffer /> : <SupportAddress address={supportEmail} />}</Suspense>
    </Stack>
  );
}

/** The not-found screen for unknown paths (specification §2). */
export function NotFoundScreen() {
  return (
    <Stack gap="lg" data-passing>
      <PageTitle>{NOT_FOUND}</PageTitle>
      <Text>アドレスが変わったか、まちがっている可能性があります。</Text>
      <Group>
        <LinkButton to="/">ホームに戻る</LinkButton>
      </Group>
    </Stack>
  );
}
