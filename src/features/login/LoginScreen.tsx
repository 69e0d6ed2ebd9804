/** The login screen: user name, password, and plain words when it fails. */
import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';

import { signIn } from '@/device/session';
import { useService } from '@/queries/info';
import { useDeviceWaitingCount } from '@/queries/queue';
import { SupportAddress } from '@/ui/SupportAddress';

import { describeLoginError } from './login-errors';

import classes from './LoginScreen.module.css';

export interface LoginScreenProps {
  /** Why somebody who was signed in is here. */
  notice?: string;
  /** Restarts the app where the person came from. */
  onSignedIn: () => void;
}

interface Credentials {
  username: string;
  password: string;
}

/** Read from the form itself, because password managers fill fields without telling React. */
function readCredentials(form: HTMLFormElement): Credentials {
  const fields = Object.fromEntries(new FormData(form)) as Partial<Credentials>;
  return { username: fields.username ?? '', password: fields.password ?? '' };
}

function Brand({ name }: { name: string }) {
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <div className={classes.brand}>
      <img src="/logo.webp" width={48} height={48} alt="" />
      <div>
        <Title order={1} lineClamp={3} title={name}>
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
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const { serviceName, supportEmail } = useService();
  const waitingCount = useDeviceWaitingCount();
  const login = useMutation({
    mutationFn: ({ username, password }: Credentials) => signIn(username, password),
    onSuccess: onSignedIn,
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const credentials = readCredentials(event.currentTarget);
    setMissing({
      username: credentials.username ? undefined : 'ユーザー名を入力してください。',
      password: credentials.password ? undefined : 'パスワードを入力してください。',
    });
    if (!credentials.username) document.getElementById('username')?.focus();
    else if (!credentials.password) document.getElementById('password')?.focus();
    else if (!login.isPending) login.mutate(credentials);
  }

  const problem = login.isError ? describeLoginError(login.error) : login.isIdle && notice;
  // Stays busy after success, until the restarted app has taken over.
  const isBusy = login.isPending || login.isSuccess;
  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <form onSubmit={handleSubmit} noValidate>
          <Stack gap="md">
            <Brand name={serviceName} />
            {problem && (
              <div role="alert" className={classes.alert}>
                {problem}
              </div>
            )}
            <TextInput
              id="username"
              name="username"
              label="ユーザー名"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              required
              withAsterisk={false}
              error={missing.username}
            />
            <PasswordInput
              id="password"
              name="password"
              label="パスワード"
              autoComplete="current-password"
              required
              withAsterisk={false}
              error={missing.password}
              aria-invalid={Boolean(missing.password) || undefined}
              visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示する', tabIndex: 0 }}
            />
            <Button type="submit" fullWidth loading={isBusy}>
              ログイン
            </Button>
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
          </Stack>
        </form>
      </div>
    </main>
  );
}
