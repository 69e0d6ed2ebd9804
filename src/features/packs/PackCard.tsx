/** この端末に保存: the card that saves one course for offline use, with its state, a progress bar and the next step. */
import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { canSavePacks, isOutdated, useHeardAt, usePacks, usePackState } from '@/device/packs/packs';
import { formatBytes } from '@/lib/format-bytes';
import { DeviceMark } from '@/ui/DeviceMark';
import { formatDay } from '@/ui/formats';

import { PackOffer, PackOfferPlace } from './PackOffer';
import { PackRunning } from './PackRunning';
import { PackSaved } from './PackSaved';
import { PackUnfinished } from './PackUnfinished';
import { usePackSteps } from './use-pack-steps';

import classes from './PackCard.module.css';

export interface PackCardProps {
  course: CourseDetail;
  /** A warning shown before the course is first saved, e.g. that the browser may delete it. */
  notice?: ReactNode;
}

function PackBody({ course, notice }: PackCardProps) {
  const packs = usePacks();
  const state = usePackState(course.id);
  const steps = usePackSteps(course);
  const heardAt = useHeardAt(course);
  if (!canSavePacks()) {
    return <Text size="sm">この接続（http）では、端末に保存できません。https のアドレスで開くと保存できます。</Text>;
  }
  // A placeholder until the device's storage has been read.
  if (!packs) return <PackOfferPlace />;
  const pack = packs.find(({ courseId }) => courseId === course.id);
  if (!pack) return <PackOffer course={course} notice={notice} steps={steps} />;
  if (state?.phase === 'saving' && !pack.isPaused) return <PackRunning state={state} steps={steps} />;
  const isWaiting = state?.phase === 'waiting' && !pack.isPaused;
  if (isWaiting || pack.status === 'unfinished' || !pack.contents) {
    return <PackUnfinished pack={pack} state={isWaiting ? state : undefined} steps={steps} />;
  }
  const isNewer = isOutdated(pack, course.updatedAt, heardAt);
  const update = course.updatedAt === undefined ? 'unknown' : isNewer ? 'newer' : undefined;
  return <PackSaved pack={pack} update={update} steps={steps} />;
}

function PackHead({ course }: { course: CourseDetail }) {
  const pack = usePacks()?.find(({ courseId }) => courseId === course.id);
  const state = usePackState(course.id);
  const heardAt = useHeardAt(course);
  const isSaved = pack?.status === 'saved' && !state;
  return (
    <div className={classes.head}>
      <h2 id="pack" className={classes.title}>
        この端末に保存
      </h2>
      {isSaved && <DeviceMark kind={isOutdated(pack, course.updatedAt, heardAt) ? 'outdated' : 'saved'} />}
      {isSaved && pack.contents && (
        <Text size="sm" c="dimmed" className={classes.facts}>
          {formatDay(pack.contents.savedAt)}・{formatBytes(pack.contents.bytes)}
        </Text>
      )}
    </div>
  );
}

export function PackCard({ course, notice }: PackCardProps) {
  return (
    <Card component="section" aria-labelledby="pack" className={classes.card}>
      <PackHead course={course} />
      <PackBody course={course} notice={notice} />
    </Card>
  );
}
