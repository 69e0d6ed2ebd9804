/**
 * The button 「コピーを作成」: asks first if learners would see the duplicate at once, shows progress, and reports the result
 * when it stops.
 */
import { Button, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import IconCopy from '~icons/copy';

import { focusOnMount } from './keys/form-focus';
import { ActionError } from './notices/ActionError';

import classes from './DuplicateButton.module.css';
import '@mantine/core/styles/Progress.layer.css';

/** A duplicate, as `useDuplicate` returns it. */
export interface Duplicating {
  state?: {
    phase: 'looking' | 'found' | 'running' | 'stopped' | 'done';
    done: number;
    all: number;
    targetId?: string;
    error?: unknown;
    differences?: { missing: readonly string[]; extra: readonly string[]; reordered: readonly string[] };
    isElsewhere?: boolean;
  };
  start: () => Promise<void>;
  startAnew: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => void;
  dismiss: () => void;
}

export interface DuplicateButtonProps {
  duplicating: Duplicating;
  /** The name of the original. */
  title: string;
  /** True if learners see the duplicate at once, because the course is published. */
  isLive?: boolean;
  /** Returns the path of the duplicate's screen. */
  pathOf: (id: string) => string;
  describeError: (error: unknown) => string;
  /** True to start the duplicate, or to ask its question, on mount, without a press on the button. */
  startsAtOnce?: boolean;
  /** Called when the duplicate button has no question, progress or result left to show. */
  onClosed?: () => void;
}

type PartProps = DuplicateButtonProps & { state: NonNullable<Duplicating['state']> };

function OpenLink({ state, pathOf, label }: Pick<PartProps, 'state' | 'pathOf'> & { label: string }) {
  if (state.targetId === undefined) return null;
  return (
    <Link to={pathOf(state.targetId)} className="inline-flex items-center touch">
      {label}
    </Link>
  );
}

function Found({ duplicating, title, state, pathOf }: PartProps) {
  return (
    <div role="group" aria-label="途中のコピー" className="grid gap-8 min-w-0">
      <Text size="sm">「{title}のコピー」が途中まであります。続きから作りますか？</Text>
      <Group gap="xs">
        <Button ref={focusOnMount} onClick={() => void duplicating.resume()}>
          続きから作る
        </Button>
        <Button variant="default" onClick={() => void duplicating.startAnew()}>
          新しく作る
        </Button>
        <Button variant="default" onClick={duplicating.dismiss}>
          キャンセル
        </Button>
        <OpenLink state={state} pathOf={pathOf} label="途中のコピーを開く" />
      </Group>
    </div>
  );
}

function Running({ duplicating, title, state }: PartProps) {
  const { done, all, isElsewhere } = state;
  return (
    <div className="grid gap-8 min-w-0">
      <Text size="sm" role="status">
        {isElsewhere && '別のタブで'}「{title}」をコピーしています（{all}件中{done}件）
      </Text>
      <Progress
        value={all === 0 ? 0 : (done / all) * 100}
        // The progress bar has no transition: it would keep the page painting between two steps, which slows a large
        // duplicate down.
        transitionDuration={0}
        aria-label="コピーの進捗"
        className={classes.bar}
      />
      {!isElsewhere && (
        <Group gap="xs">
          <Button variant="default" onClick={duplicating.stop}>
            中止
          </Button>
        </Group>
      )}
    </div>
  );
}

/** Maximum number of titles that are listed. */
const MAX_TITLES = 5;

function TitleList({ label, titles }: { label: string; titles: readonly string[] }) {
  if (titles.length === 0) return null;
  const shown = titles.slice(0, MAX_TITLES).map((title) => `「${title}」`);
  const rest = titles.length > MAX_TITLES ? `ほか${titles.length - MAX_TITLES}件` : '';
  return (
    <Text size="sm" className="break-anywhere">
      {label}：{shown.join('')}
      {rest}
    </Text>
  );
}

type Differences = NonNullable<PartProps['state']['differences']>;

function DifferenceList({ missing, extra, reordered }: Differences) {
  return (
    <>
      <TitleList label="コピーにないもの" titles={missing} />
      <TitleList label="余分なもの" titles={extra} />
      <TitleList label="順番が違うところ" titles={reordered} />
    </>
  );
}

/** Returns what the user can do about differences. */
function wayOn({ missing, extra }: Differences): string {
  if (missing.length > 0) return '「続ける」を押すと、足りないものをコピーします。';
  return `${extra.length > 0 ? '余分なものを削除' : '順番を直'}してから、「もう一度確認」を押してください。`;
}

function Stopped({ duplicating, state, pathOf, describeError }: PartProps) {
  const { done, all, error, targetId, differences } = state;
  const there = targetId === undefined ? 'コピーはまだできていません。' : `${all}件中${done}件までコピーしました。`;
  const result = error === undefined ? `中止しました。${there}` : there;
  const isChecked = differences?.missing.length === 0;
  return (
    <div className="grid gap-8 min-w-0">
      <ActionError message={error === undefined ? undefined : describeError(error)} />
      <Text size="sm" role="status">
        {differences ? `コピーの内容が元と同じではありません。${wayOn(differences)}` : result}
      </Text>
      {differences && <DifferenceList {...differences} />}
      <Group gap="xs">
        <Button ref={focusOnMount} onClick={() => void duplicating.resume()}>
          {isChecked ? 'もう一度確認' : '続ける'}
        </Button>
        <Button variant="default" onClick={duplicating.dismiss}>
          このままにする
        </Button>
        <OpenLink state={state} pathOf={pathOf} label="できたところまで開く" />
      </Group>
    </div>
  );
}

function Done({ duplicating, title, state, pathOf }: PartProps) {
  return (
    <div className="grid gap-8 min-w-0">
      <Text size="sm" role="status">
        「{title}のコピー」を作成しました。
      </Text>
      <Group gap="xs">
        <OpenLink state={state} pathOf={pathOf} label="コピーを開く" />
        <Button variant="default" ref={focusOnMount} onClick={duplicating.dismiss}>
          閉じる
        </Button>
      </Group>
    </div>
  );
}

const parts = { found: Found, running: Running, stopped: Stopped, done: Done };

export function DuplicateButton(props: DuplicateButtonProps) {
  const { isLive = false, startsAtOnce = false, onClosed } = props;
  const close = () => {
    props.duplicating.dismiss();
    onClosed?.();
  };
  const duplicating = { ...props.duplicating, dismiss: close };
  const { state } = duplicating;
  const [isAsking, setAsking] = useState(startsAtOnce && isLive);
  const startAtOnce = useEffectEvent(() => startsAtOnce && !isLive && !state && void duplicating.start());
  useEffect(() => void startAtOnce(), []);
  if (state && state.phase !== 'looking') {
    const Part = parts[state.phase];
    return <Part {...props} duplicating={duplicating} state={state} />;
  }
  const start = () => {
    setAsking(false);
    void duplicating.start();
  };
  if (isAsking) {
    const question = 'コースは公開中です。コピーは、受講者にすぐ表示されます。';
    return (
      <div role="group" aria-label={question} className="grid gap-8 min-w-0">
        <Text size="sm">{question}</Text>
        <Group gap="xs">
          <Button onClick={start}>コピーを作成</Button>
          <Button variant="default" ref={focusOnMount} onClick={() => (setAsking(false), onClosed?.())}>
            キャンセル
          </Button>
        </Group>
      </div>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={18} aria-hidden />}
      loading={state !== undefined}
      onClick={isLive ? () => setAsking(true) : start}
    >
      コピーを作成
    </Button>
  );
}
