/** The error of a failed action, announced to screen readers. */
import { Alert } from '@mantine/core';

import classes from '@/ui/forms/FormErrors.module.css';
import '@mantine/core/styles/Alert.layer.css';

/** @param props.message the error's message; undefined without an error. */
export function ActionError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert role="alert" color="red" classNames={{ root: classes.box, message: 'c-text' }}>
      {message}
    </Alert>
  );
}
