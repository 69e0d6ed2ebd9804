/** The container of toasts, with its styles. */
import { Notifications } from '@mantine/notifications';

import classes from './ToastContainer.module.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

export function ToastContainer() {
  return <Notifications position="bottom-right" limit={3} className={classes.toasts} />;
}
