/** The props of a panel of the bar of actions. */
import type { User } from '@/api/users';

export interface PanelProps {
  /** Whom the action is for: the selection when the panel was opened. */
  people: readonly User[];
  onClose: () => void;
}
