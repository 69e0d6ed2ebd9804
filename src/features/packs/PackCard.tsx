/** この端末に保存: the card that saves one course for offline use, with its state, a progress bar and the next step. */
import { Button, Card, Loader, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheckFilled from '~icons/circle-check-filled';
import IconDownload from '~icons/download';
import IconPlaneDeparture from '~icons/plane-departure';

import type { CourseDetail } from '@/api/courses';
import {
  canSavePacks,
  isDataPrecious,
  isOutdated,
  type Pack,
  type PackState,
  type StoredFault,
  useHeardAt,
  usePackActions,
  usePackEstimate,
  useHavePacksFailed,
  usePacks,
  usePackState,
  usePackSurvey,
  useStorageEstimate,
} from '@/device/packs/packs';
import { formatBytes } from '@/lib/format-bytes';
import { useReachability } from '@/queries/reachability';
import { Meter } from '@/ui/charts/Meter';
import { DeviceMark } from '@/ui/DeviceMark';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { showToast } from '@/ui/notices/toast';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { cannotSaveWords, countWords, DEVICE_FAILED, faultWords, STORAGE_UNREADABLE, waitingWords } from './pack-words';

import classes from './PackCard.module.css';

/** Lists courses that were deleted from the device to free space, so that the user learns of every deletion. */
function RemovedPacks({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <Text size="sm" className="c-wait" role="status">
      空きを作るため、古い保存を消しました：{titles.map((title) => `「${title}」`).join('')}
    </Text>
  );
}

export interface PackCardProps {
  course: CourseDetail;
  /** A warning shown before the course is first saved, e.g. that the browser may delete it. */
  notice?: ReactNode;
}

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

/** The actions on a saved course (save, pause, remove), with a toast if the device's storage fails. */
interface PackSteps {
  /** True while one of the actions runs. */
  isBusy: boolean;
  save: () => void;
  pause: () => void;
  remove: () => void;
}

function usePackSteps({ id, title }: Pick<CourseDetail, 'id' | 'title'>): PackSteps {
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

interface PackSavedProps {
  pack: Pack;
  /** `newer`: the server has newer content; `unknown`: the server sends no versions. */
  update: keyof typeof updateWords | undefined;
  steps: PackSteps;
}

/** A saved course: the check 出発前チェック, a note if the server has newer content, and a delete button. */
function PackSaved({ pack: { courseId, contents, status }, update, steps }: PackSavedProps) {
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

function PackBody({ course, notice }: PackCardProps) {
  const packs = usePacks();
  const haveFailed = useHavePacksFailed();
  const state = usePackState(course.id);
  const steps = usePackSteps(course);
  const heardAt = useHeardAt(course);
  if (!canSavePacks()) {
    return <Text size="sm">{cannotSaveWords()}</Text>;
  }
  if (haveFailed) return <Text size="sm">{STORAGE_UNREADABLE}</Text>;
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
      <h2 id="pack" className="m-0 text-xl">
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
    <Card component="section" aria-labelledby="pack" className="grid gap-12 content-start">
      <PackHead course={course} />
      <PackBody course={course} notice={notice} />
    </Card>
  );
}

/** Offers to save a course that is not on the device: the benefit, the estimated size and the button. */
interface PackOfferProps {
  course: CourseDetail;
  notice?: ReactNode;
  steps: PackSteps;
}

const SAVE_HINT = '本文・問題・解説・画像をまとめて保存すると、電波がなくても学べます。';
const offlineWords = <Text size="sm">オフラインです。いま押しておくと、つながったときに保存が始まります。</Text>;

/** A placeholder with the height of the offer, the most common state, while the device's storage is read. */
function PackOfferPlace() {
  const isReachable = useReachability();
  return (
    <div className={`${classes.place} grid gap-12 justify-items-start`} aria-hidden>
      <Text size="sm">{SAVE_HINT}</Text>
      {!isReachable && offlineWords}
      <Button disabled className={classes.main}>
        この端末に保存
      </Button>
    </div>
  );
}

function PackOffer({ course, notice, steps }: PackOfferProps) {
  const isReachable = useReachability();
  const bytes = usePackEstimate(course, isReachable);
  const storage = useStorageEstimate();
  const free = storage && storage.quota - storage.usage;
  const isTight = bytes !== undefined && free !== undefined && bytes > free;
  return (
    <>
      <Text size="sm" c="dimmed">
        {SAVE_HINT}
      </Text>
      {notice}
      {isTight && (
        <Text size="sm" className="c-wait">
          端末の空きが足りないかもしれません（空き 約{formatBytes(free)}）。足りないときは、古い保存から消します。
        </Text>
      )}
      {isDataPrecious() && (
        <Text size="sm" className="c-wait">
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

/** A course that is being saved: counts, a progress bar and a pause button. */
function PackRunning({ state, steps }: { state: PackState; steps: PackSteps }) {
  const { text, images, bytes, removed } = state;
  const isTextDone = text.total > 0 && text.done === text.total;
  return (
    <>
      <div className={classes.numbers}>
        <Text fw={600}>{countWords(state)}</Text>
        <Text size="sm" c="dimmed">
          {bytes > 0 && formatBytes(bytes)}
        </Text>
      </div>
      <Meter label="保存の進捗" done={text.done + images.done} all={text.total + images.total} />
      <Text size="sm" c="dimmed">
        {isTextDone ? '本文と問題は、もうオフラインで開けます。' : 'このまま学習を続けられます。'}
      </Text>
      <RemovedPacks titles={removed} />
      <div className={classes.steps}>
        <Button variant="default" onClick={steps.pause} aria-disabled={steps.isBusy} className={classes.main}>
          中断
        </Button>
      </div>
    </>
  );
}

/** A partly saved course: why saving stopped, the counts so far, and how saving continues. */
interface PackUnfinishedProps {
  pack: Pack;
  /** The state of saving with the reason why it waits; undefined if the user paused it. */
  state?: PackState;
  steps: PackSteps;
}

function PackUnfinished({ pack, state, steps }: PackUnfinishedProps) {
  const counts = usePackSurvey(pack.courseId, true);
  return (
    <>
      <Text fw={600}>{counts ? countWords(counts) : '準備しています'}</Text>
      {counts && (
        <Meter
          label="保存の進捗"
          done={counts.text.done + counts.images.done}
          all={counts.text.total + counts.images.total}
        />
      )}
      <Text size="sm" className={state ? 'c-wait' : undefined} role="status">
        {state && waitingWords(state.reason)}
        {!state && (pack.isPaused ? '保存を中断しています。保存した分は残っています。' : '続きから保存します。')}
      </Text>
      <RemovedPacks titles={state?.removed ?? []} />
      <div className={classes.steps}>
        {state?.reason === 'session' ? (
          <LinkButton to="/login" search={{ redirect: `/courses/${pack.courseId}` }} className={classes.main}>
            ログイン
          </LinkButton>
        ) : (
          <Button onClick={steps.save} aria-disabled={steps.isBusy} className={classes.main}>
            続きから保存
          </Button>
        )}
        <ConfirmButton
          label="保存を削除"
          question="この端末に保存した分を消します。未送信の学習は残ります。"
          onConfirm={steps.remove}
        />
      </div>
    </>
  );
}
