/** The player's controls: previous sentence, play or pause, next sentence, speed, settings. */
import { Button, Portal } from '@mantine/core';
import {
  type ComponentType,
  type RefCallback,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import IconAdjustmentsHorizontal from '~icons/adjustments-horizontal';
import IconPlayerPauseFilled from '~icons/player-pause-filled';
import IconPlayerPlayFilled from '~icons/player-play-filled';
import IconPlayerSkipBackFilled from '~icons/player-skip-back-filled';
import IconPlayerSkipForwardFilled from '~icons/player-skip-forward-filled';

import { useSingleKeys } from '@/features/lessons/lesson-keys';
import { useKeyHint } from '@/ui/display/display-settings';
import { focusOnMount } from '@/ui/keys/form-focus';
import { findInPage } from '@/ui/markdown/spoken/page-runs';

import { bringIntoView, findArticle, firstBelow, isInView, readZone, selectedSentence } from './page-view';
import type { Script } from './sentences';
import type { SpeakerState } from './speaker';
import type { ReadRuns } from './use-page-runs';
import type { Reading } from './use-reading';
import { RATES, useVoiceSettings } from './voice-settings';

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

/**
 * The buttons that choose where to continue; placed above the bar, so that nothing in the bar moves when they appear.
 */
function Places({ isAway, isResumed, onBack, onHere, onStart }: PlacesProps) {
  const hasSelection = useHasSelection();
  return (
    <div className={`${classes.places} flex wrap gap-8 justify-end`}>
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
      className={`${classes.select} min-w-0 h-44 border rounded-sm bg-surface c-text font-inherit`}
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

interface VoiceSettingsProps {
  settings: ReturnType<typeof useVoiceSettings>;
  voices: readonly SpeechSynthesisVoice[];
  /** True if the lesson has footnotes. */
  hasNotes: boolean;
  /** Called when the user chooses another voice. */
  onVoice: () => void;
}

/** Settings of reading aloud: footnotes and the voice. */
function VoiceSettings({ settings, voices, hasNotes, onVoice }: VoiceSettingsProps) {
  return (
    <div className={classes.settings}>
      {hasNotes && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={settings.hasNotes}
            onChange={(event) => settings.setHasNotes(event.currentTarget.checked)}
          />
          <span>脚注も読む</span>
        </label>
      )}
      {voices.length > 1 && (
        <label className={classes.choice}>
          <span>声</span>
          <select
            className={`${classes.select} min-w-0 h-44 border rounded-sm bg-surface c-text font-inherit`}
            value={settings.voice?.voiceURI}
            onChange={(event) => {
              settings.setVoice(event.currentTarget.value);
              onVoice();
            }}
          >
            {voices.map(({ voiceURI, name }) => (
              <option key={voiceURI} value={voiceURI} translate="no">
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
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
      <p className={`${classes.problem} hide-if-empty`} role="status">
        {problem && problems[problem]}
      </p>
      {isSetting && (
        <VoiceSettings settings={settings} voices={voices} hasNotes={hasNotes} onVoice={() => speaker.repeat()} />
      )}
      <div ref={row} className={`${classes.controls} row flex-1 wrap gap-4`}>
        <Control label="前の文" shortcut="b" Icon={IconPlayerSkipBackFilled} onClick={() => step(-1)} />
        <Control
          ref={focusOnMount}
          label={isPlaying ? '一時停止' : '再生'}
          shortcut="p"
          Icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
          onClick={toggle}
          isMain
        />
        <Control label="次の文" shortcut="n" Icon={IconPlayerSkipForwardFilled} onClick={() => step(1)} />
        <Speed settings={settings} onChange={() => speaker.repeat()} />
        {(hasNotes || voices.length > 1) && (
          <Button
            variant="default"
            className={classes.control}
            aria-label="読み上げの設定"
            aria-expanded={isSetting}
            onClick={() => setSetting(!isSetting)}
          >
            <IconAdjustmentsHorizontal size={20} aria-hidden />
          </Button>
        )}
        <span className={classes.count}>{`${at + 1} / ${script.sentences.length}`}</span>
      </div>
    </>
  );
}

const NAME = 'lesson-voice';

/** Firefox supports CSS highlights since 140, Safari since 17.2; in older browsers boxes are drawn over the text. */
const hasHighlights = typeof Highlight !== 'undefined';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Returns the boxes to draw over parts that a CSS highlight cannot show: pictures, and in older browsers all text
 * except ruby readings.
 */
function readBoxes(range: Range): Box[] {
  const boxes: Box[] = [];
  const add = ({ left, top, width, height }: DOMRect) => {
    if (width > 0 && height > 0) boxes.push({ left: left + scrollX, top: top + scrollY, width, height });
  };
  const { commonAncestorContainer: root } = range;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (!range.intersectsNode(node)) return NodeFilter.FILTER_REJECT;
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    if (node instanceof Element && node.matches('rt, rp, dialog, .katex-mathml')) return NodeFilter.FILTER_REJECT;
    return node.nodeName === 'IMG' ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  });
  for (let node: Node | null = root instanceof Text ? root : walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLImageElement) add(node.getBoundingClientRect());
    else if (!hasHighlights && node instanceof Text) {
      const part = document.createRange();
      part.setStart(node, node === range.startContainer ? range.startOffset : 0);
      part.setEnd(node, node === range.endContainer ? range.endOffset : node.data.length);
      Array.from(part.getClientRects(), add);
    }
  }
  return boxes;
}

/** Highlights the sentence being spoken, without changing the text's elements. */
function SentenceMark({ range }: { range: Range }) {
  const [boxes, setBoxes] = useState<Box[]>([]);
  useEffect(() => {
    if (typeof Highlight === 'undefined') return undefined;
    CSS.highlights.set(NAME, new Highlight(range));
    return () => void CSS.highlights.delete(NAME);
  }, [range]);
  useEffect(() => {
    const read = () => setBoxes(readBoxes(range));
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    // Listen in the capture phase, because wide tables scroll inside themselves and scroll events do not bubble.
    document.addEventListener('scroll', read, { capture: true, passive: true });
    read();
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', read, { capture: true });
    };
  }, [range]);
  return (
    <Portal>
      {boxes.map((box, index) => (
        <div key={index} className={`${classes.box} no-print`} style={box} aria-hidden />
      ))}
    </Portal>
  );
}

// Keeps the sentence being spoken in view, unless the reader has scrolled away from it.

/** Time without a scroll event, in ms, after which scrolling counts as ended. */
const SCROLL_END_MS = 150;

interface Following {
  /** Where the sentence is on the page; undefined while it is not rendered. */
  range: Range | undefined;
  /** True if the reader has scrolled away from the sentence; the page then no longer follows the voice. */
  isAway: boolean;
  /** Scrolls back to the spoken sentence and follows the voice again. */
  comeBack: () => void;
}

function useFollow(script: Script, at: number, readRuns: ReadRuns, player: RefObject<HTMLElement | null>): Following {
  const place = script.sentences[at]?.place;
  const range = useMemo(() => place && findInPage(readRuns(), script.written, place), [place, readRuns, script]);
  const [isAway, setAway] = useState(false);
  const isAwayRef = useRef(false);

  useEffect(() => {
    if (!range) return undefined;
    const zone = () => readZone(player.current?.closest('section') ?? null);
    const note = (isNowAway: boolean) => {
      isAwayRef.current = isNowAway;
      setAway(isNowAway);
    };
    if (!isAwayRef.current || isInView(range, zone())) {
      note(false);
      bringIntoView(range, zone());
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => note(!isInView(range, zone())), SCROLL_END_MS);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [range, player]);

  const comeBack = () => {
    isAwayRef.current = false;
    setAway(false);
    if (range) bringIntoView(range, readZone(player.current?.closest('section') ?? null));
  };
  return { range, isAway, comeBack };
}
