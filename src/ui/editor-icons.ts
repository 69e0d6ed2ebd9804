/** Icons of the text editor; kept apart from icons.ts, because that file is in the first load. */
export { default as IconUndo } from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
export { default as IconRedo } from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
export { default as IconFootnote } from '@tabler/icons-react/dist/esm/icons/IconAsterisk.mjs';
export { default as IconBold } from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
export { default as IconCode } from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
export { default as IconFile } from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
export { default as IconFolder } from '@tabler/icons-react/dist/esm/icons/IconFolderOpen.mjs';
export { default as IconHeading } from '@tabler/icons-react/dist/esm/icons/IconHeading.mjs';
export { default as IconItalic } from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
export { default as IconFurigana } from '@tabler/icons-react/dist/esm/icons/IconLanguageHiragana.mjs';
export { default as IconLink } from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
export { default as IconBullets } from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
export { default as IconNumbers } from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
export { default as IconMath } from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs';
export { default as IconPicture } from '@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs';
export { default as IconSearch } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
export { default as IconTable } from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
