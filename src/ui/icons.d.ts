/* Types the icons that the build makes (server/tooling/bundling/icons.ts). */
declare module '~icons/*' {
  import type { createIcon } from './icons/create-icon';

  const icon: ReturnType<typeof createIcon>;
  export default icon;
}
