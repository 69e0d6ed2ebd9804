/** The props of each panel of actions on selected people. */
import type { User } from '@/api/users';

export interface PanelProps {
  /** The people that the action applies to: the selection when the panel was opened. */
  people: readonly User[];
  onClose: () => void;
}
