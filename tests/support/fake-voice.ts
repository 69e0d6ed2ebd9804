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
    this.spoken.push(utterance);
    if (this.isMute) return;
    this.current = utterance;
    utterance.onstart?.();
  }

  cancel(): void {
    const { current } = this;
    this.current = undefined;
    current?.onerror?.({ error: 'canceled' });
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
