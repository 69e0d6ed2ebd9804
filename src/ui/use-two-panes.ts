/** Decides if editors show the outline of their course beside them. */
import { useMediaQuery } from '@mantine/hooks';

/** The media query for a window of at least 1,100 px; the same width as in features/lessons/EditorPanes.module.css. */
const TWO_PANES_QUERY = '(min-width: 68.75em)';

/** Returns whether the window has room for an outline beside an editor. */
export function useTwoPanes(): boolean {
  return useMediaQuery(TWO_PANES_QUERY, false, { getInitialValueInEffect: false });
}
