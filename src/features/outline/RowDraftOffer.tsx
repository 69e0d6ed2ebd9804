/**
 * Offers an earlier draft in the outline. A press on it leaves the focus in the title field, because leaving that field
 * saves it.
 */
import type { SyntheticEvent } from 'react';

import type { FormDraft } from '@/ui/forms/form-frame-types';
import { DraftOffer } from '@/ui/forms/SaveBar';

const keepFocus = (event: SyntheticEvent) => event.preventDefault();

export function RowDraftOffer({ draft }: { draft: Pick<FormDraft, 'offeredAt' | 'restore' | 'discard'> }) {
  return (
    <div role="presentation" onPointerDown={keepFocus} onMouseDown={keepFocus}>
      <DraftOffer draft={draft} />
    </div>
  );
}
