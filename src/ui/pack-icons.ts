/** The icons of what is kept on the device, apart from those of the first screens. */
export { default as IconAlert } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
export { default as IconDeviceSaved } from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
export { default as IconDownload } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
export { default as IconPlane } from '@tabler/icons-react/dist/esm/icons/IconPlaneDeparture.mjs';
