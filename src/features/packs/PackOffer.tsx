/** Offers to save a course that is not on the device: the benefit, the estimated size and the button. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { isDataPrecious, usePackEstimate, useStorageEstimate } from '@/device/packs/packs';
import { formatBytes } from '@/lib/format-bytes';
import { useReachability } from '@/queries/reachability';
import { IconDownload } from '@/ui/pack-icons';

import type { PackSteps } from './use-pack-steps';

import classes from './PackCard.module.css';

export interface PackOfferProps {
  course: CourseDetail;
  notice?: ReactNode;
  steps: PackSteps;
}

const WORDS = '本文・問題・解説・画像をまとめて保存すると、電波がなくても学べます。';
const offlineWords = <Text size="sm">オフラインです。いま押しておくと、つながったときに保存が始まります。</Text>;

/** A placeholder with the height of the offer, the most common state, while the device's storage is read. */
export function PackOfferPlace() {
  const isReachable = useReachability();
  return (
    <div className={classes.place} aria-hidden>
      <Text size="sm">{WORDS}</Text>
      {!isReachable && offlineWords}
      <Button disabled className={classes.main}>
        この端末に保存
      </Button>
    </div>
  );
}

export function PackOffer({ course, notice, steps }: PackOfferProps) {
  const isReachable = useReachability();
  const bytes = usePackEstimate(course, isReachable);
  const storage = useStorageEstimate();
  const free = storage && storage.quota - storage.usage;
  const isTight = bytes !== undefined && free !== undefined && bytes > free;
  return (
    <>
      <Text size="sm" c="dimmed">
        {WORDS}
      </Text>
      {notice}
      {isTight && (
        <Text size="sm" className={classes.warning}>
          端末の空きが足りないかもしれません（空き 約{formatBytes(free)}）。足りないときは、古い保存から消します。
        </Text>
      )}
      {isDataPrecious() && (
        <Text size="sm" className={classes.warning}>
          通信量を節約する設定です。Wi-Fiでの保存をおすすめします。
        </Text>
      )}
      {!isReachable && offlineWords}
      <div className={classes.steps}>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={steps.save}
          aria-disabled={steps.isBusy}
          className={classes.main}
        >
          この端末に保存
        </Button>
        <Text size="sm" c="dimmed">
          {bytes !== undefined && `約${formatBytes(bytes)}`}
        </Text>
      </div>
    </>
  );
}
