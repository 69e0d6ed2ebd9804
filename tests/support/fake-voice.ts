/** A fake speech synthesis engine: it records the spoken sentences, and ends a sentence when the test requests it. */
import { vi } from 'vitest';

export class FakeUtterance {
  lang = '';
  rate = 1;
  voice: SpeechSynthesisVoice | null = null;
  onstart?: () => void;
  onend?: () => void;
  onerror?: (event: { error: string }) => void;
  constructor(readonly text: string) {}
}

export function fakeVoice(changes: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice {
  return { name: 'Kyoko', voiceURI: 'kyoko', lang: 'ja-JP', localService: true, default: false, ...changes };
}

export class FakeSynthesis extends EventTarget {
  /** The spoken texts, in order; empty utterances, which only unlock the engine, are left out. */
  readonly spoken: FakeUtterance[] = [];
  voices: SpeechSynthesisVoice[];
  current: FakeUtterance | undefined;
  pending = false;
  /** True if the engine takes utterances but neither speaks nor fires events. */
  isMute = false;
  /** True if the engine takes utterances and is `speaking`, but neither begins nor fires events. */
  isStuck = false;
  /**
   * Time after a `cancel()`, in ms, in which the engine answers `speak()` with this error, or drops the utterance
   * without one.
   */
  afterCancel: { ms: number; error?: string } = { ms: 0 };
  /** Time, in ms, after which a `cancel()` interrupts whatever is then spoken; undefined: at once. */
  cancelMs: number | undefined;
  private cancelledAt = Number.NEGATIVE_INFINITY;

  constructor(voices: SpeechSynthesisVoice[]) {
    super();
    this.voices = voices;
  }

  get speaking(): boolean {
    return this.current !== undefined;
  }

  get texts(): string[] {
    return this.spoken.map(({ text }) => text);
  }

  getVoices(): SpeechSynthesisVoice[] {
    return [...this.voices];
  }

  speak(utterance: FakeUtterance): void {
    if (utterance.text === '') return;
    if (performance.now() - this.cancelledAt < this.afterCancel.ms) {
      const { error } = this.afterCancel;
      if (error) queueMicrotask(() => utterance.onerror?.({ error }));
      return;
    }
    this.spoken.push(utterance);
    if (this.isMute) return;
    this.current = utterance;
    if (!this.isStuck) utterance.onstart?.();
  }

  cancel(): void {
    this.cancelledAt = performance.now();
    if (this.cancelMs === undefined) this.interrupt('canceled');
    else setTimeout(() => this.interrupt('interrupted'), this.cancelMs);
  }

  /** Ends what is spoken with an error event, as a cancel does. */
  interrupt(error: string): void {
    const { current } = this;
    this.current = undefined;
    current?.onerror?.({ error });
  }

  resume(): void {}

  /** Ends the sentence that is being spoken. */
  endSentence(): void {
    const { current } = this;
    this.current = undefined;
    current?.onend?.();
  }
}

/** Gives the page a speech engine with these voices. */
export function installVoice(voices: SpeechSynthesisVoice[] = [fakeVoice()]): FakeSynthesis {
  const synthesis = new FakeSynthesis(voices);
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  return synthesis;
}
