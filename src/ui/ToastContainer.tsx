/** The container of the toasts, with its styles. */
import { Notifications } from '@mantine/notifications';

import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';

export function ToastContainer() {
  return <Notifications position="bottom-right" limit={3} />;
}
