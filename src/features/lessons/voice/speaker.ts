/** Speaks sentences one after the other. Pausing cancels the speech and remembers the sentence, because Android cannot pause a voice. */
import { createSignal } from '@/storage/signal';

/** Interval, in ms, of checking if a sentence has ended without an event: Android loses events in the background. */
const CHECK_MS = 1000;
/** Number of checks without speech after which a sentence counts as ended or lost. */
const MAX_SILENT = 2;
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
  private timer: ReturnType<typeof setInterval> | undefined;

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

  private silence(): void {
    this.current = undefined;
    clearInterval(this.timer);
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
    const { synthesis, textOf, settings } = this.options;
    const { voice, rate } = settings();
    const utterance = new SpeechSynthesisUtterance(textOf(at));
    Object.assign(utterance, { lang: voice?.lang ?? 'ja-JP', rate }, voice && { voice });
    let hasBegun = false;
    utterance.onstart = () => {
      hasBegun = true;
    };
    utterance.onend = () => {
      if (this.current === utterance) this.speakNext();
    };
    utterance.onerror = ({ error }) => {
      if (this.current !== utterance) return;
      // Not a failure: the speech was interrupted, for example by another page.
      const isQuiet = error === 'interrupted' || error === 'canceled';
      this.stop(error === 'not-allowed' ? 'blocked' : isQuiet ? undefined : 'failed');
    };
    this.current = utterance;
    this.set({ at, isPlaying: true });
    synthesis.resume();
    synthesis.speak(utterance);
    let silent = 0;
    this.timer = setInterval(() => {
      silent = this.isSilent() && !document.hidden ? silent + 1 : 0;
      if (silent < MAX_SILENT) return;
      if (hasBegun) this.speakNext();
      else if (attempt < MAX_ATTEMPTS) this.speak(at, attempt + 1);
      else this.stop('failed');
    }, CHECK_MS);
  }
}
