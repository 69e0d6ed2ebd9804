/** Every other path: not found, inside the layout (specification §2). */
import { createFileRoute } from '@tanstack/react-router';

import { NotFoundScreen } from '@/features/shell/ErrorScreen';

export const Route = createFileRoute('/_app/$')({
  component: NotFoundScreen,
});
