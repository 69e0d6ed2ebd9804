/** Whether the side menu is expanded: a habit of the person, kept on the device. */
import { useStoredItem } from '@/device/use-local-storage';

/** The state, and how to set it; expanded until the person collapses it. */
export function useMenuState(): [isExpanded: boolean, setExpanded: (isExpanded: boolean) => void] {
  const [state, keep] = useStoredItem('manabiba-menu');
  return [state !== 'collapsed', (isExpanded) => keep(isExpanded ? 'open' : 'collapsed')];
}
