/** Settings of reading aloud: footnotes and the voice. */
import type { useVoiceSettings } from './voice-settings';

import classes from './LessonVoice.module.css';

export interface VoiceSettingsProps {
  settings: ReturnType<typeof useVoiceSettings>;
  voices: readonly SpeechSynthesisVoice[];
  /** True if the lesson has footnotes. */
  hasNotes: boolean;
  /** Called when the user chooses another voice. */
  onVoice: () => void;
}

export function VoiceSettings({ settings, voices, hasNotes, onVoice }: VoiceSettingsProps) {
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
