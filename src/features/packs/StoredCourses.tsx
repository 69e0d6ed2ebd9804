/** この端末の保存 (stored on this device): the saved courses with their sizes and delete buttons. */
import { Card, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import {
  canSavePacks,
  type Pack,
  useHavePacksFailed,
  usePacks,
  usePackState,
  useStorageEstimate,
  usePackActions,
} from '@/device/packs/packs';
import { type Protection, useAskWhenInstalled, useProtection } from '@/device/protection';
import { formatBytes } from '@/lib/format-bytes';
import { percentOf } from '@/lib/percent';
import { Meter } from '@/ui/charts/Meter';
import { formatDay } from '@/ui/formats';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { cannotSaveWords, STORAGE_UNREADABLE } from './pack-words';

import classes from './StoredCourses.module.css';

function statusWords({ status, contents, isPaused }: Pack, isSaving: boolean): string {
  if (isSaving) return '保存しています';
  if (status === 'unfinished') return isPaused ? '中断しています' : '保存の途中です';
  const saved = contents ? `${formatDay(contents.savedAt)}に保存` : '';
  return status === 'saved' ? saved : `${saved}・一部は保存できません`;
}

function StoredCourse({ pack, onRemove }: { pack: Pack; onRemove: () => void }) {
  const isSaving = usePackState(pack.courseId)?.phase === 'saving';
  return (
    <li className={`${classes.course} row wrap justify-between gap-8-16 border-bottom`}>
      <div className={classes.words}>
        <Link
          to="/courses/$courseId"
          params={{ courseId: pack.courseId }}
          className={`${classes.link} inline-flex items-center touch c-inherit semibold`}
        >
          {pack.title}
        </Link>
        <Text size="sm" c="dimmed">
          {statusWords(pack, isSaving)}
          {pack.contents && `・${formatBytes(pack.contents.bytes)}`}
        </Text>
      </div>
      <ConfirmButton
        label="削除"
        question={`「${pack.title}」をこの端末から消します。未送信の学習は残ります。`}
        onConfirm={onRemove}
      />
    </li>
  );
}

const protections = {
  protected: 'この端末の保存：保護されています',
  unprotected: 'この端末の保存：ブラウザの都合で消えることがあります',
  unknown: 'この端末の保存：保護されているかどうかを、ブラウザが知らせません',
} satisfies Record<Protection, string>;

function ProtectionWords() {
  useAskWhenInstalled();
  const protection = useProtection();
  return protection && <Text size="sm">{protections[protection]}</Text>;
}

function StorageUse() {
  const storage = useStorageEstimate();
  if (!storage) return null;
  const { usage, quota } = storage;
  return (
    <div className="grid gap-6">
      <Text size="sm">
        全体 約{formatBytes(usage)}（使える容量 約{formatBytes(quota)}の{percentOf(usage, quota)}%）
      </Text>
      <Meter label="この端末で使っている容量" done={usage} all={quota} />
    </div>
  );
}

export function StoredCourses() {
  const packs = usePacks();
  const haveFailed = useHavePacksFailed();
  const steps = useStorageSteps();
  if (!canSavePacks()) {
    return (
      <Card component="section" aria-labelledby="stored" className="grid gap-16">
        <h2 id="stored" className="m-0 text-xl">
          この端末の保存
        </h2>
        <Text size="sm">{cannotSaveWords()}</Text>
      </Card>
    );
  }
  return (
    <Card component="section" aria-labelledby="stored" className="grid gap-16">
      <h2 id="stored" className="m-0 text-xl">
        この端末の保存
      </h2>
      {haveFailed && <Text size="sm">{STORAGE_UNREADABLE}</Text>}
      {packs?.length === 0 && (
        <Text size="sm" c="dimmed">
          保存したコースはありません。コースの画面の「この端末に保存」で、電波がなくても学べるようになります。
        </Text>
      )}
      <ul className="plain-list grid hide-if-empty">
        {packs?.map((pack) => (
          <StoredCourse key={pack.courseId} pack={pack} onRemove={() => steps.remove([pack.courseId])} />
        ))}
      </ul>
      <ProtectionWords />
      <StorageUse />
      <div className="flex wrap gap-8-16">
        {packs && packs.length > 1 && (
          <ConfirmButton
            label="保存したコースをすべて削除"
            question={`${packs.length}つのコースをこの端末から消します。未送信の学習は残ります。`}
            onConfirm={() => steps.remove(packs.map(({ courseId }) => courseId))}
          />
        )}
        <ConfirmButton
          label="他の学習データを消す"
          question="保存したコースのほかに、読んだときに端末に残った教材を消します。保存したコースと未送信の学習は残ります。"
          onConfirm={steps.removeOthers}
        />
      </div>
      <Text size="sm" role="status" className="hide-if-empty">
        {steps.words}
      </Text>
    </Card>
  );
}

/** Deletes saved courses and other cached content from the device and describes the result. */
interface StorageSteps {
  remove: (courseIds: readonly string[]) => void;
  removeOthers: () => void;
  /** The result of the last deletion in Japanese; '' before the first. */
  words: string;
}

function useStorageSteps(): StorageSteps {
  const actions = usePackActions();
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = (step: () => Promise<string>) => {
    if (isBusy) return;
    setBusy(true);
    step()
      .then(setWords, () => setWords('端末の保存領域を使えませんでした。もう一度お試しください。'))
      .finally(() => setBusy(false));
  };
  return {
    words,
    remove: (courseIds) =>
      run(async () => {
        for (const courseId of courseIds) await actions.remove(courseId);
        return `${courseIds.length}つのコースを消しました。未送信の学習は残っています。`;
      }),
    removeOthers: () =>
      run(async () => {
        const count = await actions.removeOthers();
        return count === 0
          ? '消すものはありませんでした。'
          : `他の学習データ${count}件を消しました。未送信の学習は残っています。`;
      }),
  };
}
