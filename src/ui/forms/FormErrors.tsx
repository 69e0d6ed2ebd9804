/** The error summary of a form: gets the focus and links to each field. */
import { Alert, Anchor, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import classes from './FormErrors.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface FormErrorsProps {
  /** The message for the whole form. */
  message?: string;
  fields: readonly { path: string; label: string; error: ReactNode }[];
  /** The number of failed saves: at each failure the error summary gets the focus, unless the user is typing in another field. */
  failures: number;
  isWritingOn: () => boolean;
  onGoTo: (path: string) => void;
}

export function FormErrors({ message, fields, failures, isWritingOn, onGoTo }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => isWritingOn() || box.current?.focus());
  useEffect(() => {
    if (failures > 0) takeFocus();
  }, [failures]);
  if (!message && fields.length === 0) return null;
  return (
    <Alert
      ref={box}
      role="alert"
      tabIndex={-1}
      color="red"
      classNames={{ root: classes.box, message: classes.message }}
      title={fields.length > 0 ? `入力内容を確かめてください（${fields.length}件）` : undefined}
    >
      {message && <Text className={classes.whole}>{message}</Text>}
      {fields.length > 0 && (
        <ul className={classes.list}>
          {fields.map(({ path, label, error }) => (
            <li key={path}>
              <Anchor component="button" type="button" onClick={() => onGoTo(path)} className={classes.link}>
                {label}
              </Anchor>
              <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
