/** The icons in use, each from its own file, so that no test or dev page loads the whole set. */
export { default as IconBook } from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs';
export { default as IconBuilding } from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
export { default as IconCheck } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
export { default as IconChevronLeft } from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
export { default as IconChevronRight } from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
export { default as IconCircle } from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
export { default as IconCircleCheck } from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
export { default as IconClock } from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
export { default as IconHome } from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
export { default as IconKeyboard } from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
export { default as IconMenu } from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
export { default as IconMessages } from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
export { default as IconPrinter } from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
export { default as IconSearch } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
export { default as IconShare } from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs';
export { default as IconTextSize } from '@tabler/icons-react/dist/esm/icons/IconTextSize.mjs';
export { default as IconUsers } from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
