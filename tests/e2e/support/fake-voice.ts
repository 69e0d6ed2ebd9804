/** A fake speech engine in the page, which speaks at the test's request, and the text that is marked as spoken. */
import type { EvaluatingPage } from './device';

declare global {
  interface Window {
    /** The sentences that were spoken; `endSentence` ends the current one. */
    voice: { spoken: string[]; endSentence: () => void };
  }
}

/** Gives the page a fake speech engine with one Japanese voice; it must not refer to anything outside itself. */
export function installVoice(): void {
  let current: SpeechSynthesisUtterance | undefined;
  const spoken: string[] = [];
  const end = (type: 'end' | 'error') => {
    const ended = current;
    current = undefined;
    ended?.dispatchEvent(Object.assign(new Event(type), { error: 'canceled' }));
  };
  const engine = Object.assign(new EventTarget(), {
    pending: false,
    getVoices: () => [{ name: '声', voiceURI: 'a', lang: 'ja-JP', localService: true, default: true }],
    speak(utterance: SpeechSynthesisUtterance) {
      if (utterance.text === '') return;
      spoken.push(utterance.text);
      current = utterance;
      utterance.dispatchEvent(new Event('start'));
    },
    cancel: () => end('error'),
    resume: () => undefined,
  });
  Object.defineProperty(engine, 'speaking', { get: () => current !== undefined });
  Object.defineProperty(globalThis, 'speechSynthesis', { value: engine });
  class Utterance extends EventTarget {
    lang = '';
    rate = 1;
    voice = null;
    constructor(readonly text: string) {
      super();
    }
    set onstart(listener: EventListener) {
      this.addEventListener('start', listener);
    }
    set onend(listener: EventListener) {
      this.addEventListener('end', listener);
    }
    set onerror(listener: EventListener) {
      this.addEventListener('error', listener);
    }
  }
  Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Utterance });
  window.voice = { spoken, endSentence: () => end('end') };
}

/** Returns the marked text. */
export function readMarked(page: EvaluatingPage): Promise<string> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('lesson-voice') ?? [])].map((range) => (range as Range).cloneContents().textContent).join(),
  );
}
