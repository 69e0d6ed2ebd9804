/** The login screen: user name, password, and plain words when it fails. */
import { Alert, Button, Card, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { signIn } from '@/queries/session';

import { describeLoginError } from './login-errors';

import classes from './LoginScreen.module.css';

export interface LoginScreenProps {
  /** Restarts the app where the person came from. */
  onSignedIn: () => void;
}

export function LoginScreen({ onSignedIn }: LoginScreenProps) {
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const login = useMutation({
    mutationFn: (form: FormData) => signIn(String(form.get('username')), String(form.get('password'))),
    onSuccess: onSignedIn,
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = form.get('username') ? undefined : 'ユーザー名を入力してください。';
    const password = form.get('password') ? undefined : 'パスワードを入力してください。';
    setMissing({ username, password });
    if (username) document.getElementById('username')?.focus();
    else if (password) document.getElementById('password')?.focus();
    else if (!login.isPending) login.mutate(form);
  }

  // Stays busy after success, until the restarted app has taken over.
  const isBusy = login.isPending || login.isSuccess;
  return (
    <main className={classes.screen}>
      <Card className={classes.card} padding="xl">
        <form onSubmit={handleSubmit} noValidate>
          <Stack gap="md">
            <div className={classes.brand}>
              <img src="/logo.webp" width={48} height={48} alt="" />
              <div>
                <Title order={1}>まなびば</Title>
                <Text size="sm" c="dimmed">
                  電波がなくても、学びは止まりません。
                </Text>
              </div>
            </div>
            {login.isError && (
              <Alert color="red" role="alert" className={classes.alert}>
                {describeLoginError(login.error)}
              </Alert>
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
              visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示する', tabIndex: 0 }}
            />
            <Button type="submit" fullWidth loading={isBusy}>
              ログイン
            </Button>
            <details className={classes.help}>
              <summary>パスワードを忘れた方</summary>
              <Text size="sm">
                所属先の担当者か、サービスの管理者に再設定を依頼してください。ユーザー名を伝えると早く済みます。
              </Text>
            </details>
          </Stack>
        </form>
      </Card>
    </main>
  );
}
