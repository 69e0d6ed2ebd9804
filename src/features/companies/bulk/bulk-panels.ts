/** The props of a panel of the bar of actions. */
import type { User } from '@/api/users';

export interface PanelProps {
  /** The people whom the action is for: the selection at the time when the panel was opened. */
  people: readonly User[];
  onClose: () => void;
}
