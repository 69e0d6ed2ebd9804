/** The login screen: user name, password, and errors in plain Japanese. */
import { Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import { untilRegistered } from '@/device/registering';
import { signIn } from '@/device/session';
import { useService } from '@/queries/info';
import { useDeviceWaitingCount } from '@/queries/progress/device-waiting';
import { SupportAddress } from '@/ui/notices/SupportAddress';

import { CredentialForm, type Credentials } from './CredentialForm';
import { describeLoginError } from './login-errors';

import classes from './LoginScreen.module.css';

export interface LoginScreenProps {
  /** Says why a user who was signed in has to sign in again. */
  notice?: string;
  /** Restarts the app at the URL that the user came from. */
  onSignedIn: () => void;
}

function Brand({ name }: { name: string }) {
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <div className={classes.brand}>
      <img src="/logo.webp" width={48} height={48} alt="" />
      <div>
        <Title order={1} lineClamp={3} title={name} translate="no">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          電波がなくても、学びは止まりません。
        </Text>
      </div>
    </div>
  );
}

export function LoginScreen({ notice, onSignedIn }: LoginScreenProps) {
  const { serviceName, supportEmail } = useService();
  const waitingCount = useDeviceWaitingCount();
  const login = useMutation({
    mutationFn: async ({ username, password }: Credentials) => {
      await signIn(username, password);
      await untilRegistered();
    },
    onSuccess: onSignedIn,
  });
  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <CredentialForm
          head={<Brand name={serviceName} />}
          problem={login.isError ? describeLoginError(login.error) : login.isIdle && notice}
          // The button stays busy after success, until the restarted app replaces this screen.
          isBusy={login.isPending || login.isSuccess}
          onSubmit={login.mutate}
        >
          {waitingCount > 0 && (
            <Text size="sm" c="dimmed" role="status">
              この端末に送信待ちの学習が{waitingCount}件あります。学習した人がログインすると送信されます。
            </Text>
          )}
          <details className={classes.help}>
            <summary>パスワードを忘れた方</summary>
            <Text size="sm">
              所属先の担当者か、サービスの管理者に再設定を依頼してください。ユーザー名を伝えると早く済みます。
            </Text>
            <SupportAddress address={supportEmail} />
          </details>
        </CredentialForm>
      </div>
    </main>
  );
}
