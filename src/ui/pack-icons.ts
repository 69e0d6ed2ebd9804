/** Icons of saved courses; kept apart from icons.ts, because that file is in the first load. */
export { default as IconAlert } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
export { default as IconDeviceSaved } from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
export { default as IconDownload } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
export { default as IconPlane } from '@tabler/icons-react/dist/esm/icons/IconPlaneDeparture.mjs';
