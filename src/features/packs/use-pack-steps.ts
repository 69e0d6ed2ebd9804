/** The actions on a saved course (save, pause, remove), with a toast if the device's storage fails. */
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { usePackActions } from '@/device/packs/packs';
import { showToast } from '@/ui/notices/toast';

import { DEVICE_FAILED } from './pack-words';

export interface PackSteps {
  /** True while one of the actions runs. */
  isBusy: boolean;
  save: () => void;
  pause: () => void;
  remove: () => void;
}

export function usePackSteps({ id, title }: Pick<CourseDetail, 'id' | 'title'>): PackSteps {
  const actions = usePackActions();
  const [isBusy, setBusy] = useState(false);
  const run = (step: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    step()
      .catch(() => showToast('error', DEVICE_FAILED))
      .finally(() => setBusy(false));
  };
  return {
    isBusy,
    save: () => run(() => actions.save({ id, title })),
    pause: () => run(() => actions.pause(id)),
    remove: () => run(() => actions.remove(id)),
  };
}
