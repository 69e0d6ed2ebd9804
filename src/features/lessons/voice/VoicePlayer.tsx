/** The player's controls: previous sentence, play or pause, next sentence, speed, settings. */
import { Button } from '@mantine/core';
import { type ComponentType, type RefCallback, useRef, useState, useSyncExternalStore } from 'react';

import { useSingleKeys } from '@/features/lessons/lesson-keys';
import { useKeyHint } from '@/ui/display-settings';
import { focusOnMount } from '@/ui/form-focus';
import { IconNext, IconPause, IconPlay, IconPrevious, IconSettings } from '@/ui/voice-icons';

import { findArticle, firstBelow, selectedSentence } from './page-view';
import { SentenceMark } from './SentenceMark';
import type { SpeakerState } from './speaker';
import { useFollow } from './use-follow';
import type { ReadRuns } from './use-page-runs';
import type { Reading } from './use-reading';
import { RATES, useVoiceSettings } from './voice-settings';
import { VoiceSettings } from './VoiceSettings';

import classes from './LessonVoice.module.css';

const problems = {
  blocked: '「再生」を押すと読み上げます。',
  failed: '声が出ません。端末の音声の設定を確かめてください。',
} satisfies Record<NonNullable<SpeakerState['problem']>, string>;

/** Number of sentences during which 「はじめから」 (from the beginning) is offered, if reading began further down. */
const OFFERED_SENTENCES = 3;

interface ControlProps {
  label: string;
  shortcut: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  onClick: () => void;
  isMain?: boolean;
  ref?: RefCallback<HTMLButtonElement>;
}

function Control({ label, shortcut, Icon, onClick, isMain = false, ref }: ControlProps) {
  const hint = useKeyHint(shortcut);
  return (
    <Button
      ref={ref}
      variant={isMain ? 'filled' : 'default'}
      className={classes.control}
      aria-keyshortcuts={hint}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.label}>{label}</span>
      {hint && (
        <kbd className={classes.key} aria-hidden translate="no">
          {hint}
        </kbd>
      )}
    </Button>
  );
}

/** Returns true if the reader has selected words of the lesson. */
function useHasSelection(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('selectionchange', listener);
      return () => document.removeEventListener('selectionchange', listener);
    },
    () => {
      const selection = getSelection();
      return selection?.isCollapsed === false && findArticle()?.contains(selection.anchorNode) === true;
    },
  );
}

interface PlacesProps {
  isAway: boolean;
  /** True if reading aloud began where the learner stopped last time. */
  isResumed: boolean;
  onBack: () => void;
  onHere: () => void;
  onStart: () => void;
}

/** The buttons that choose where to continue; placed above the bar, so that nothing in the bar moves when they appear. */
function Places({ isAway, isResumed, onBack, onHere, onStart }: PlacesProps) {
  const hasSelection = useHasSelection();
  return (
    <div className={classes.places}>
      {isResumed && (
        <Button radius="xl" size="sm" variant="default" onClick={onStart}>
          はじめから
        </Button>
      )}
      {isAway && (
        <Button radius="xl" size="sm" variant="default" onClick={onBack}>
          読んでいる文へ
        </Button>
      )}
      {(isAway || hasSelection) && (
        <Button
          radius="xl"
          size="sm"
          variant="default"
          // Prevent the default of mousedown, because it would clear the reader's selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onHere}
        >
          ここから
        </Button>
      )}
    </div>
  );
}

interface SpeedProps {
  settings: ReturnType<typeof useVoiceSettings>;
  onChange: () => void;
}

function Speed({ settings, onChange }: SpeedProps) {
  return (
    <select
      className={classes.select}
      aria-label="速さ"
      value={settings.rate}
      onChange={(event) => {
        settings.setRate(event.currentTarget.value);
        onChange();
      }}
    >
      {RATES.map((rate) => (
        <option key={rate} value={rate}>
          {`${rate}倍`}
        </option>
      ))}
    </select>
  );
}

export interface VoicePlayerProps {
  reading: Reading;
  voices: readonly SpeechSynthesisVoice[];
  readRuns: ReadRuns;
}

export function VoicePlayer({ reading: { script, speaker, start }, voices, readRuns }: VoicePlayerProps) {
  const { at, isPlaying, problem } = useSyncExternalStore(speaker.subscribe, speaker.get);
  const row = useRef<HTMLDivElement>(null);
  const { range, isAway, comeBack } = useFollow(script, at, readRuns, row);
  const settings = useVoiceSettings(voices);
  const [isSetting, setSetting] = useState(false);
  const hasNotes = script.sentences.some(({ isNote }) => isNote);
  const step = (by: 1 | -1) => {
    comeBack();
    speaker.step(by);
  };
  const toggle = () => (isPlaying ? speaker.pause() : speaker.play());
  const playFrom = (index: number) => {
    comeBack();
    speaker.play(index);
  };
  const playHere = () => {
    const chosen = selectedSentence(script, readRuns());
    getSelection()?.removeAllRanges();
    playFrom(chosen ?? firstBelow(script, readRuns()));
  };
  useSingleKeys([
    ['p', toggle],
    ['n', () => step(1)],
    ['b', () => step(-1)],
  ]);
  return (
    <>
      {range && <SentenceMark range={range} />}
      <Places
        isAway={isAway}
        isResumed={start > 0 && at >= start && at < start + OFFERED_SENTENCES}
        onBack={comeBack}
        onHere={playHere}
        onStart={() => playFrom(0)}
      />
      <p className={classes.problem} role="status">
        {problem && problems[problem]}
      </p>
      {isSetting && (
        <VoiceSettings settings={settings} voices={voices} hasNotes={hasNotes} onVoice={() => speaker.repeat()} />
      )}
      <div ref={row} className={classes.controls}>
        <Control label="前の文" shortcut="b" Icon={IconPrevious} onClick={() => step(-1)} />
        <Control
          ref={focusOnMount}
          label={isPlaying ? '一時停止' : '再生'}
          shortcut="p"
          Icon={isPlaying ? IconPause : IconPlay}
          onClick={toggle}
          isMain
        />
        <Control label="次の文" shortcut="n" Icon={IconNext} onClick={() => step(1)} />
        <Speed settings={settings} onChange={() => speaker.repeat()} />
        {(hasNotes || voices.length > 1) && (
          <Button
            variant="default"
            className={classes.control}
            aria-label="読み上げの設定"
            aria-expanded={isSetting}
            onClick={() => setSetting(!isSetting)}
          >
            <IconSettings size={20} aria-hidden />
          </Button>
        )}
        <span className={classes.count}>{`${at + 1} / ${script.sentences.length}`}</span>
      </div>
    </>
  );
}
