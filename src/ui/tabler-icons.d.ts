/* The icon package types its barrel only; each icon's own file holds the same kind of component. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
