/** The container of toasts, with its styles. */
import { Notifications } from '@mantine/notifications';

import classes from './ToastContainer.module.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** Above dialogs (200), below menus (300): a toast must not cover the last entries of an open menu. */
const BELOW_MENUS = 250;

export function ToastContainer() {
  return <Notifications position="bottom-right" limit={3} zIndex={BELOW_MENUS} className={classes.toasts} />;
}
