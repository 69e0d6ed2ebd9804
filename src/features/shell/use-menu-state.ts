/** Whether the side menu is expanded: a habit of the person, kept on the device. */
import { useKeptWord } from '@/device/use-kept-word';

/** The state, and how to set it; expanded until the person collapses it. */
export function useMenuState(): [isExpanded: boolean, setExpanded: (isExpanded: boolean) => void] {
  const [state, keep] = useKeptWord('manabiba-menu');
  return [state !== 'collapsed', (isExpanded) => keep(isExpanded ? 'open' : 'collapsed')];
}
