/** In the place of Mantine's Transition, in buttons alone (server/build/plain-loaders.ts): what a button loads with comes and goes at once. */
import type { CSSProperties, ReactNode } from 'react';

export interface TransitionProps {
  mounted: boolean;
  children: (styles: CSSProperties) => ReactNode;
}

export function Transition({ mounted, children }: TransitionProps): ReactNode {
  return mounted ? children({}) : null;
}
