/**
 * Rules that few texts need: bars inside table cells, addresses with letters of other scripts, ranges with double
 * tildes.
 */
import type { Extension } from 'micromark-util-types';

import { setRanges } from '@/ui/markdown/markdown-signs';

import { heldBars } from './table-syntax';
import { findRanges } from './tilde-ranges';
import { wideAddresses } from './wide-addresses';

setRanges(findRanges);

export const rareRules: readonly Extension[] = [heldBars, wideAddresses];
