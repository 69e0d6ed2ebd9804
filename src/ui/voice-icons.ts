/** Icons of the player that reads a lesson aloud; kept apart from icons.ts, because that file is in the first load. */
export { default as IconNext } from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForwardFilled.mjs';
export { default as IconPause } from '@tabler/icons-react/dist/esm/icons/IconPlayerPauseFilled.mjs';
export { default as IconPlay } from '@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs';
export { default as IconPrevious } from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBackFilled.mjs';
export { default as IconSettings } from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
