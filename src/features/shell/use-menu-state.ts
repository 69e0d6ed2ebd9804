/** The expanded state of the side menu, stored on the device. */
import { useStoredItem } from '@/device/use-local-storage';

/** Returns the state and its setter; expanded by default. */
export function useMenuState(): [isExpanded: boolean, setExpanded: (isExpanded: boolean) => void] {
  const [state, keep] = useStoredItem('manabiba-menu');
  return [state !== 'collapsed', (isExpanded) => keep(isExpanded ? 'open' : 'collapsed')];
}
