/** The settings of reading aloud (voice, speed, footnotes), stored on this device. */
import { useStoredItem } from '@/device/use-local-storage';
import { getItem } from '@/storage/local-storage';

export const RATES = [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

const RATE_KEY = 'manabiba-voice-rate';
const NOTES_KEY = 'manabiba-voice-notes';
const VOICE_KEY = 'manabiba-voice-name';

function toRate(stored: string | undefined): number {
  return RATES.find((rate) => String(rate) === stored) ?? 1;
}

/** Returns the chosen voice, else the first one of the device. */
function toVoice(voices: readonly SpeechSynthesisVoice[], stored: string | undefined) {
  return voices.find(({ voiceURI }) => voiceURI === stored) ?? voices[0];
}

/** Reads the stored settings of reading aloud, for the next sentence. */
export function readVoiceSettings(voices: readonly SpeechSynthesisVoice[]) {
  return {
    rate: toRate(getItem(RATE_KEY)),
    hasNotes: getItem(NOTES_KEY) !== 'off',
    voice: toVoice(voices, getItem(VOICE_KEY)),
  };
}

/** Returns the settings of reading aloud and the functions that change them. */
export function useVoiceSettings(voices: readonly SpeechSynthesisVoice[]) {
  const [rate, setRate] = useStoredItem(RATE_KEY);
  const [notes, setNotes] = useStoredItem(NOTES_KEY);
  const [name, setVoice] = useStoredItem(VOICE_KEY);
  return {
    rate: toRate(rate),
    setRate,
    hasNotes: notes !== 'off',
    setHasNotes: (hasNotes: boolean) => setNotes(hasNotes ? 'on' : 'off'),
    voice: toVoice(voices, name),
    setVoice,
  };
}
