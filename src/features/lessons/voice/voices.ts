/**
 * Lists the Japanese voices of this device. Voices of a remote service are left out: they need a network, and would
 * reveal the text to that service.
 */
import { useEffect, useState } from 'react';

/** Time in ms after which an empty list of voices counts as final, because some browsers load the list late. */
const VOICES_MS = 2000;

/** Returns the speech API; undefined in browsers without speech. */
export function synthesis(): SpeechSynthesis | undefined {
  return (globalThis as { speechSynthesis?: SpeechSynthesis }).speechSynthesis;
}

function readVoices(): SpeechSynthesisVoice[] {
  const voices = synthesis()?.getVoices() ?? [];
  return voices
    .filter(({ localService, lang }) => localService && /^ja(?:[-_]|$)/i.test(lang))
    .sort((a, b) => Number(b.default) - Number(a.default));
}

/** Returns the voices; undefined while the browser may still load them. */
export function useVoices(): SpeechSynthesisVoice[] | undefined {
  const [voices, setVoices] = useState(readVoices);
  const [isLate, setLate] = useState(!synthesis());
  useEffect(() => {
    const engine = synthesis();
    if (!engine) return undefined;
    const read = () => setVoices(readVoices());
    engine.addEventListener('voiceschanged', read);
    const timer = setTimeout(() => {
      read();
      setLate(true);
    }, VOICES_MS);
    return () => {
      clearTimeout(timer);
      engine.removeEventListener('voiceschanged', read);
    };
  }, []);
  return voices.length > 0 || isLate ? voices : undefined;
}
