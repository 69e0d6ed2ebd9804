/**
 * Offers to save again the courses that were on this device until the last sign-out or until the browser evicted them.
 */
import { Button, Card, Text } from '@mantine/core';
import { useState } from 'react';
import IconDownload from '~icons/download';

import { useEarlierPackActions, useEarlierPacks } from '@/device/packs/earlier-packs';
import { showToast } from '@/ui/notices/toast';

import { DEVICE_FAILED } from './pack-words';

import classes from './PackCard.module.css';

export function EarlierPacks() {
  const { courses, isLost } = useEarlierPacks();
  const actions = useEarlierPackActions();
  const [isBusy, setBusy] = useState(false);
  if (courses.length === 0) return null;
  const run = (step: () => Promise<void>, words: string) => {
    if (isBusy) return;
    setBusy(true);
    step()
      .then(
        () => showToast('success', words),
        () => showToast('error', DEVICE_FAILED),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Card component="section" aria-labelledby="earlier-packs" className="grid gap-12">
      <h2 id="earlier-packs" className="m-0 text-xl">
        この端末に保存していたコースが{courses.length}件あります
      </h2>
      <Text size="sm">
        {courses.map(({ title }) => `「${title}」`).join('')}
        は、{isLost ? 'ブラウザの都合で' : 'ログアウトしたときに'}この端末から消えました。
      </Text>
      <div className={classes.steps}>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-disabled={isBusy}
          onClick={() => run(() => actions.save(courses), `${courses.length}件の保存を始めました`)}
          className={classes.main}
        >
          もう一度保存
        </Button>
        <Button
          variant="default"
          aria-disabled={isBusy}
          onClick={() => run(() => actions.forget(courses), '保存しないことにしました')}
          className={classes.main}
        >
          保存しない
        </Button>
      </div>
    </Card>
  );
}
