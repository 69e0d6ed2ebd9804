/** The field for another user's password: typed or generated, and shown so that it can be handed over. */
import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';

import { makePassword } from '@/study/make-password';
import { showToast } from '@/ui/toast';

export interface PasswordFieldProps {
  label: string;
  description: string;
  isRequired: boolean;
  /** The field's props from the form's `getInputProps`. */
  inputProps: { value?: unknown; onChange?: (value: string) => void; error?: unknown };
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void showToast('success', 'パスワードをコピーしました');
  } catch {
    void showToast('error', 'コピーできませんでした。表示して書き写してください。');
  }
}

export function PasswordField({ label, description, isRequired, inputProps }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const value = typeof inputProps.value === 'string' ? inputProps.value : '';
  const make = () => {
    inputProps.onChange?.(makePassword());
    setVisible(true);
  };
  return (
    <div id="password">
      <PasswordInput
        {...(inputProps as object)}
        label={label}
        description={description}
        required={isRequired}
        autoComplete="new-password"
        aria-invalid={Boolean(inputProps.error) || undefined}
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': `${label}を表示する`, tabIndex: 0 }}
        data-path="password"
      />
      <Group gap="xs" mt={6}>
        <Button variant="light" size="sm" onClick={make}>
          パスワードを作る
        </Button>
        {value !== '' && (
          <Button variant="default" size="sm" onClick={() => void copy(value)}>
            コピー
          </Button>
        )}
      </Group>
    </div>
  );
}
