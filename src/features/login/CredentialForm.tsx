/**
 * The form with user name, password, error and button; used by the login screen and by the dialog for signing in again.
 */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';

import { offersNetworkLogin, useGateway } from '@/queries/reachability';
import { NetworkLoginLink } from '@/ui/notices/NetworkLoginLink';

import classes from './CredentialForm.module.css';

export interface Credentials {
  username: string;
  password: string;
}

export interface CredentialFormProps {
  /** Rendered above the fields; `children` go below the button. */
  head?: ReactNode;
  children?: ReactNode;
  /** The user name to sign in again with: the form then asks for the password only. */
  username?: string;
  problem: string | false | undefined;
  isBusy: boolean;
  onSubmit: (credentials: Credentials) => void;
}

/** Read the values from the DOM form, because password managers fill fields without notifying React. */
function readCredentials(form: HTMLFormElement): Credentials {
  const fields = Object.fromEntries(new FormData(form)) as Partial<Credentials>;
  return { username: fields.username ?? '', password: fields.password ?? '' };
}

export function CredentialForm({ head, children, username, problem, isBusy, onSubmit }: CredentialFormProps) {
  const gateway = useGateway();
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const credentials = readCredentials(event.currentTarget);
    setMissing({
      username: credentials.username ? undefined : 'ユーザー名を入力してください。',
      password: credentials.password ? undefined : 'パスワードを入力してください。',
    });
    if (!credentials.username) document.getElementById('username')?.focus();
    else if (!credentials.password) document.getElementById('password')?.focus();
    else if (!isBusy) onSubmit(credentials);
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        {head}
        {problem && (
          <div role="alert" className={classes.alert}>
            {problem}
          </div>
        )}
        {offersNetworkLogin(gateway) && <NetworkLoginLink />}
        <TextInput
          id="username"
          name="username"
          label="ユーザー名"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={username}
          required
          withAsterisk={false}
          error={missing.username}
        />
        <PasswordInput
          id="password"
          name="password"
          label="パスワード"
          autoComplete="current-password"
          // The attribute for the initial focus only takes effect in a dialog (Mantine's focus trap).
          data-autofocus
          required
          withAsterisk={false}
          error={missing.password}
          aria-invalid={Boolean(missing.password) || undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示する', tabIndex: 0 }}
        />
        <Button type="submit" fullWidth loading={isBusy}>
          ログイン
        </Button>
        {children}
      </Stack>
    </form>
  );
}
