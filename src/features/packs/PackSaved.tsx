/** A saved course: the check 出発前チェック, a note if the server has newer content, and a delete button. */
import { Button, Text, Loader } from '@mantine/core';
import { useState } from 'react';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheckFilled from '~icons/circle-check-filled';
import IconPlaneDeparture from '~icons/plane-departure';

import { type Pack, type StoredFault, usePackActions } from '@/device/packs/packs';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { faultWords } from './pack-words';
import type { PackSteps } from './use-pack-steps';

import classes from './PackCard.module.css';

/** The maximum number of parts listed by name; the rest are only counted. */
const MAX_NAMED_FAULTS = 8;

/** Lists the parts of a course that do not open offline, by name. */
function PackFaults({ faults }: { faults: readonly StoredFault[] }) {
  const words = [...new Set(faults.map(faultWords))];
  const unnamed = words.length - MAX_NAMED_FAULTS;
  return (
    <ul className="m-0 list-indent text-sm">
      {words.slice(0, MAX_NAMED_FAULTS).map((each) => (
        <li key={each}>{each}</li>
      ))}
      {unnamed > 0 && <li>ほか{unnamed}点</li>}
    </ul>
  );
}

const updateWords = {
  newer: 'コースが新しくなりました。変わったところだけを保存し直します。',
  unknown: 'このサーバーでは、新しくなったかどうかが分かりません。更新すると、すべて保存し直します。',
};

export interface PackSavedProps {
  pack: Pack;
  /** `newer`: the server has newer content; `unknown`: the server sends no versions. */
  update: keyof typeof updateWords | undefined;
  steps: PackSteps;
}

export function PackSaved({ pack: { courseId, contents, status }, update, steps }: PackSavedProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {status === 'saved' && contents
          ? `本文・問題${contents.texts}点と画像${contents.images}点が、電波がなくても開けます。`
          : '次のものは保存できませんでした。ほかは電波がなくても開けます。'}
      </Text>
      {status === 'partial' && contents && <PackFaults faults={contents.faults} />}
      {update && (
        <Text size="sm" className={update === 'newer' ? 'c-wait' : undefined}>
          {updateWords[update]}
        </Text>
      )}
      <div className={classes.steps}>
        {(update || status === 'partial') && (
          <Button onClick={steps.save} aria-disabled={steps.isBusy} className={classes.main}>
            {update ? '更新を保存' : 'もう一度保存'}
          </Button>
        )}
        <PackCheck courseId={courseId} onFetch={steps.save} />
        <ConfirmButton
          label="保存を削除"
          question="この端末から消します。未送信の学習は残ります。"
          onConfirm={steps.remove}
        />
      </div>
    </>
  );
}

/**
 * 出発前チェック (check before going offline): tries to open every part of the course from the device and lists the parts that
 * fail.
 */
type Readiness = Awaited<ReturnType<ReturnType<typeof usePackActions>['check']>>;
type CheckState = { kind: 'none' | 'running' | 'failed' } | { kind: 'done'; result: Readiness };

/** Scrolls the check's result into view, because it appears below a button that may be at the window's edge. */
function bringIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

function CheckResult({ result, onFetch }: { result: Readiness; onFetch: () => void }) {
  const { ready, all, missing, foreign, isAppPrecached } = result;
  const isReady = missing.length === 0 && isAppPrecached;
  return (
    <div
      ref={bringIntoView}
      className={`grid gap-8 justify-items-start p-12-16 rounded-md edge ${isReady ? 'tone-ok' : 'tone-wait'}`}
    >
      <Text className="row gap-8 c-inherit bold">
        {isReady ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconAlertTriangle size={20} aria-hidden />}
        {ready}/{all} 機内モードで開けます
      </Text>
      {!isAppPrecached && (
        <Text size="sm">
          アプリ本体の保存が終わっていません。つながった状態で少し待ってから、もう一度チェックしてください。
        </Text>
      )}
      {missing.length > 0 && (
        <>
          <PackFaults faults={missing.map(({ item, reason }) => ({ kind: item.kind, title: item.title, reason }))} />
          <Button variant="default" onClick={onFetch}>
            足りない分を保存
          </Button>
        </>
      )}
      {foreign.length > 0 && (
        <Text size="sm">ほかのサイトの画像{foreign.length}点は、つながっているときだけ開けます。</Text>
      )}
    </div>
  );
}

interface PackCheckProps {
  courseId: string;
  /** Called by the button 足りない分を保存 (save the missing parts). */
  onFetch: () => void;
}

function PackCheck({ courseId, onFetch }: PackCheckProps) {
  const { check } = usePackActions();
  const [state, setState] = useState<CheckState>({ kind: 'none' });
  const isRunning = state.kind === 'running';
  const handleClick = () => {
    if (isRunning) return;
    setState({ kind: 'running' });
    check(courseId).then(
      (result) => setState({ kind: 'done', result }),
      () => setState({ kind: 'failed' }),
    );
  };
  const handleFetch = () => {
    setState({ kind: 'none' });
    onFetch();
  };
  return (
    <>
      <Button
        variant="light"
        leftSection={isRunning ? <Loader size={18} /> : <IconPlaneDeparture size={18} aria-hidden />}
        aria-disabled={isRunning}
        onClick={handleClick}
        className={classes.main}
      >
        {isRunning ? '確かめています' : '出発前チェック'}
      </Button>
      {/* The check’s result takes the full width, directly below its button and above the delete button. */}
      <div role="status" className="w-full hide-if-empty">
        {state.kind === 'done' && <CheckResult result={state.result} onFetch={handleFetch} />}
        {state.kind === 'failed' && <Text size="sm">端末の保存領域を読めませんでした。もう一度お試しください。</Text>}
      </div>
    </>
  );
}
