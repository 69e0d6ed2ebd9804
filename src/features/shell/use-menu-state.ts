/** Whether the side menu is expanded: a habit of the person, kept on the device. */
import { useLocalStorage } from '@mantine/hooks';

/** The state, and how to set it; expanded until the person collapses it. */
export function useMenuState(): [isExpanded: boolean, setExpanded: (isExpanded: boolean) => void] {
  const [state, setState] = useLocalStorage<'open' | 'collapsed'>({
    key: 'manabiba-menu',
    defaultValue: 'open',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (value) => (value === 'collapsed' ? 'collapsed' : 'open'),
  });
  return [state === 'open', (isExpanded) => setState(isExpanded ? 'open' : 'collapsed')];
}
