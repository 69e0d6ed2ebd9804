/** Icons of menus and search results; kept apart from icons.ts, because that file is in the first load. */
export { default as IconExternalLink } from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
export { default as IconLesson } from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
export { default as IconLogout } from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
export { default as IconUser } from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
