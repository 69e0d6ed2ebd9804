/** Icons of questions; kept apart from icons.ts, because that file is in the first load. */
export { default as IconArrowDown } from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
export { default as IconArrowUp } from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
export { default as IconFlag } from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
export { default as IconFlagFilled } from '@tabler/icons-react/dist/esm/icons/IconFlagFilled.mjs';
export { default as IconGrip } from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
export { default as IconX } from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
