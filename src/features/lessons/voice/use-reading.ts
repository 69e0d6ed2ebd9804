/** Prepares a lesson's sentences and their speaker, and stops the voice when the page or the lesson is left. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { readReadingPosition } from '@/device/reading-positions';
import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';
import { fetchExtras } from '@/ui/markdown/load-extras';
import { findInPage } from '@/ui/markdown/spoken/page-runs';
import { RunReader } from '@/ui/markdown/spoken/spoken-runs';

import { firstToRead, isFolded } from './page-view';
import { type Script, toScript } from './sentences';
import { Speaker } from './speaker';
import type { ReadRuns } from './use-page-runs';
import { readVoiceSettings } from './voice-settings';
import { synthesis } from './voices';

/** A long text is parsed in several tasks of about this length, ms, so that the page stays responsive. */
const TASK_MS = 10;

/**
 * Reads the markdown source instead of the page: the source has the author's readings even if furigana are switched
 * off, and stays Japanese on a translated page.
 *
 * @param text as shown, see `withoutPreamble`.
 * @param hasBreaks see `readBreaks`.
 */
export async function readScript(title: string, text: string, hasBreaks: boolean): Promise<Script> {
  await fetchExtras(text);
  const parts: ReactNode[] = [];
  const options = { isFuriganaShown: true, hasHeadingIds: true, idPrefix: 'voice-', hasBreaks };
  let start = performance.now();
  for (const part of drawMarkdown(text, options).draw()) {
    if (part) parts[part.turn] = part.content;
    if (performance.now() - start < TASK_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
  const reader = new RunReader();
  for (const part of parts) {
    reader.add(part);
    reader.end();
  }
  return toScript(title, reader.runs);
}

export interface Reading {
  script: Script;
  speaker: Speaker;
  /** The index of the sentence at which reading aloud began. */
  start: number;
}

interface Latest {
  voices: readonly SpeechSynthesisVoice[];
  readRuns: ReadRuns;
}

function createSpeaker(script: Script, engine: SpeechSynthesis, latest: () => Latest): Speaker {
  return new Speaker({
    synthesis: engine,
    count: script.sentences.length,
    textOf: (index) => script.sentences[index]?.spoken ?? '',
    isSkipped(index) {
      const { voices, readRuns } = latest();
      const sentence = script.sentences[index];
      if (!sentence || (sentence.isNote && !readVoiceSettings(voices).hasNotes)) return true;
      const range = findInPage(readRuns(), script.written, sentence.place);
      return range !== undefined && isFolded(range);
    },
    settings: () => readVoiceSettings(latest().voices),
  });
}

/** Pauses the voice when the page is left; repeats a sentence that the browser silenced while the page was hidden. */
function followPage(speaker: Speaker): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('pagehide', () => speaker.pause(), { signal });
  document.addEventListener('visibilitychange', () => !document.hidden && speaker.resume(), { signal });
  return () => {
    controller.abort();
    speaker.pause();
  };
}

/**
 * Prepares reading a lesson aloud.
 *
 * @param written the lesson's file.
 * @returns undefined while the text is parsed; 'failed' if it cannot be parsed.
 */
export function useReading(
  { id, title }: { id: string; title: string },
  written: string,
  latest: Latest,
): Reading | 'failed' | undefined {
  const [reading, setReading] = useState<Reading | 'failed'>();
  const latestRef = useRef(latest);
  useEffect(() => {
    latestRef.current = latest;
  });
  useEffect(() => {
    const engine = synthesis();
    if (!engine) return undefined;
    let isGone = false;
    let stop: (() => void) | undefined;
    const begin = async () => {
      const [script, share] = await Promise.all([
        readScript(title, withoutPreamble(written, title), readBreaks(written) === true),
        readReadingPosition(id),
      ]);
      if (isGone) return;
      const speaker = createSpeaker(script, engine, () => latestRef.current);
      stop = followPage(speaker);
      const start = firstToRead(script, latestRef.current.readRuns(), share);
      setReading({ script, speaker, start });
      speaker.play(start);
    };
    void begin().catch(() => !isGone && setReading('failed'));
    return () => {
      isGone = true;
      stop?.();
    };
  }, [id, title, written]);
  return reading;
}
