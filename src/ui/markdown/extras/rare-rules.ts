/** Parser rules that few texts need: bars inside table cells, addresses with letters of other scripts. */
import type { Extension } from 'micromark-util-types';

import { heldBars } from './table-syntax';
import { wideAddresses } from './wide-addresses';

export const rareRules: readonly Extension[] = [heldBars, wideAddresses];
