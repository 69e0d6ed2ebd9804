/**
 * Speaks sentences one after the other. Pausing cancels the speech and remembers the sentence, because Android cannot
 * pause a voice.
 */
import { createSignal } from '@/storage/signal';

/** Interval, in ms, of checking if a sentence has ended without an event: Android loses events in the background. */
const CHECK_MS = 1000;
/** Number of checks without speech after which a sentence counts as ended or lost. */
const MAX_SILENT = 2;
/** Number of checks after which a sentence counts as lost if the engine has taken it, but has not begun it. */
const MAX_UNBEGUN = 5;
/** Time, in ms, between a cancel and the next sentence: Chromium with speech-dispatcher drops what is spoken sooner. */
const AFTER_CANCEL_MS = 250;
/** Time, in ms, in which an engine may carry out a cancel late, and interrupt the next sentence with it. */
const LATE_CANCEL_MS = 1000;
/** When each engine was last cancelled or interrupted, in ms of `performance.now()`. */
const cancelledAt = new WeakMap<SpeechSynthesis, number>();
/** Maximum number of attempts to speak a sentence that does not begin. */
const MAX_ATTEMPTS = 3;

export interface SpeakerState {
  /** The index of the sentence being spoken. */
  at: number;
  isPlaying: boolean;
  /** True once the last sentence has been spoken. */
  isOver?: boolean;
  /** Why the voice is silent. 'blocked': the browser requires a press first. 'failed': the voice does not speak. */
  problem?: 'blocked' | 'failed';
}

export interface SpeakerOptions {
  synthesis: SpeechSynthesis;
  count: number;
  textOf: (index: number) => string;
  /** Returns true for a sentence that is skipped with the current settings. */
  isSkipped: (index: number) => boolean;
  /** Returns the current settings; called before each sentence, so that changes apply to the next one. */
  settings: () => { voice: SpeechSynthesisVoice | undefined; rate: number };
}

export class Speaker {
  readonly subscribe: (listener: () => void) => () => void;
  private readonly changed = createSignal();
  private state: SpeakerState = { at: 0, isPlaying: false };
  /** Keep a reference to the utterance, because Chrome sends no events for one that was garbage-collected. */
  private current: SpeechSynthesisUtterance | undefined;
  /** The checks of the current sentence, or the wait before it. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the engine has ended a sentence without an event of its start. */
  private losesStarts = false;

  constructor(private readonly options: SpeakerOptions) {
    this.subscribe = this.changed.subscribe;
  }

  readonly get = (): SpeakerState => this.state;

  /** Speaks from a given sentence on, by default from the current one. */
  play(from = this.state.isOver ? 0 : this.state.at): void {
    const at = this.find(from, 1);
    if (at === undefined) this.set({ at: this.state.at, isPlaying: false, isOver: true });
    else this.speak(at, 1);
  }

  pause(): void {
    this.silence();
    if (this.state.isPlaying) this.set({ ...this.state, isPlaying: false });
  }

  /** Moves to the next or previous sentence, and speaks it if the voice was speaking. */
  step(by: 1 | -1): void {
    const at = this.find(this.state.at + by, by);
    if (at === undefined) return;
    if (this.state.isPlaying) this.speak(at, 1);
    else this.set({ at, isPlaying: false });
  }

  /** Restarts the current sentence, so that changed settings apply. */
  repeat(): void {
    if (this.state.isPlaying) this.play();
  }

  /** Repeats the sentence if the browser has silenced it while the page was hidden. */
  resume(): void {
    if (!this.isSilent()) return;
    this.repeat();
  }

  private set(state: SpeakerState): void {
    this.state = state;
    this.changed.publish();
  }

  private find(from: number, by: 1 | -1): number | undefined {
    let at = from;
    while (at >= 0 && at < this.options.count && this.options.isSkipped(at)) at += by;
    return at >= 0 && at < this.options.count ? at : undefined;
  }

  private isSilent(): boolean {
    const { synthesis } = this.options;
    return !synthesis.speaking && !synthesis.pending;
  }

  private noteCancel(): void {
    cancelledAt.set(this.options.synthesis, performance.now());
  }

  private sinceCancelMs(): number {
    return performance.now() - (cancelledAt.get(this.options.synthesis) ?? Number.NEGATIVE_INFINITY);
  }

  private silence(): void {
    this.current = undefined;
    clearTimeout(this.timer);
    if (this.isSilent()) return;
    this.noteCancel();
    this.options.synthesis.cancel();
  }

  private stop(problem: SpeakerState['problem']): void {
    this.silence();
    this.set({ at: this.state.at, isPlaying: false, ...(problem && { problem }) });
  }

  private speakNext(): void {
    const at = this.find(this.state.at + 1, 1);
    if (at !== undefined) return this.speak(at, 1);
    this.silence();
    this.set({ at: this.state.at, isPlaying: false, isOver: true });
  }

  private speak(at: number, attempt: number): void {
    this.silence();
    const { textOf, settings } = this.options;
    const { voice, rate } = settings();
    const utterance = new SpeechSynthesisUtterance(textOf(at));
    Object.assign(utterance, { lang: voice?.lang ?? 'ja-JP', rate }, voice && { voice });
    let hasBegun = false;
    utterance.onstart = () => {
      hasBegun = true;
    };
    utterance.onend = () => {
      this.losesStarts ||= !hasBegun;
      if (this.current === utterance) this.speakNext();
    };
    const retry = () => (attempt < MAX_ATTEMPTS ? this.speak(at, attempt + 1) : this.stop('failed'));
    utterance.onerror = ({ error }) => {
      if (this.current !== utterance) return;
      if (error === 'not-allowed') return this.stop('blocked');
      const isQuiet = error === 'interrupted' || error === 'canceled';
      const isLateCancel = isQuiet && this.sinceCancelMs() < LATE_CANCEL_MS;
      // Not a failure: the speech was interrupted, for example by another page.
      if (isQuiet && hasBegun && !isLateCancel) return this.stop(undefined);
      if (hasBegun && !isQuiet) return this.stop('failed');
      this.noteCancel();
      retry();
    };
    this.current = utterance;
    this.set({ at, isPlaying: true });
    this.send(utterance, () => {
      let [silent, unbegun] = [0, 0];
      this.timer = setInterval(() => {
        silent = this.isSilent() && !document.hidden ? silent + 1 : 0;
        unbegun = hasBegun || this.losesStarts || document.hidden ? 0 : unbegun + 1;
        if (silent >= MAX_SILENT && hasBegun) this.speakNext();
        else if (silent >= MAX_SILENT || unbegun >= MAX_UNBEGUN) retry();
      }, CHECK_MS);
    });
  }

  /** Hands a sentence to the engine: at once, as browsers require it of a press, or in a later task after a cancel. */
  private send(utterance: SpeechSynthesisUtterance, onSent: () => void): void {
    const { synthesis } = this.options;
    const sinceCancelMs = this.sinceCancelMs();
    const isBusy = !this.isSilent() && sinceCancelMs < LATE_CANCEL_MS;
    if (isBusy || sinceCancelMs < AFTER_CANCEL_MS) {
      this.timer = setTimeout(() => this.send(utterance, onSent), AFTER_CANCEL_MS);
      return;
    }
    synthesis.resume();
    synthesis.speak(utterance);
    if (this.current === utterance) onSent();
  }
}
