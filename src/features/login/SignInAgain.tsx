/**
 * The dialog for signing in again. If the same user signs in, the open screen continues; for a different user the app
 * reloads.
 */
import { Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { markLeaving } from '@/device/restart';
import { signIn } from '@/device/session';
import { useMe } from '@/queries/me';
import { useOwner } from '@/queries/queue';
import { resumeSession, setSessionStatus } from '@/queries/sign-in-again';

import { CredentialForm, type Credentials } from './CredentialForm';
import { describeLoginError } from './login-errors';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export function SignInAgain() {
  const me = useMe();
  const owner = useOwner();
  const login = useMutation({
    mutationFn: ({ username, password }: Credentials) => signIn(username, password),
    onSuccess: (signedIn) => {
      if (signedIn !== owner) {
        markLeaving();
        globalThis.location.assign('/');
        return;
      }
      resumeSession();
    },
  });
  return (
    <Modal
      opened
      onClose={() => setSessionStatus('over')}
      title="もう一度ログインしてください"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <CredentialForm
        head={<Text>ログインの期限が切れました。入力した内容はこのまま残り、ログインすると続けられます。</Text>}
        username={me.username}
        problem={login.isError && describeLoginError(login.error)}
        isBusy={login.isPending || login.isSuccess}
        onSubmit={login.mutate}
      >
        <Text size="sm" c="dimmed">
          ほかの人がログインすると、アプリを開き直します。<span translate="no">{me.name}</span>
          さんの書きかけは、この端末に残ります。
        </Text>
      </CredentialForm>
    </Modal>
  );
}
