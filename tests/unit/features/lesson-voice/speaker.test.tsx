/** Tests speaking sentence after sentence, on engines that lose events, refuse, or are silenced by others. */
import { type FakeSynthesis, fakeVoice, installVoice } from '@tests/support/fake-voice';
import { beforeEach, expect, test, vi } from 'vitest';

import { Speaker } from '@/features/lessons/voice/speaker';

/** Longer than the speaker waits after a cancel. */
const AFTER_CANCEL_MS = 300;
const texts = ['一', '二', '三', '四'];
let synthesis: FakeSynthesis;
let rate = 1;
let skipped: number[] = [];

function createSpeaker(): Speaker {
  return new Speaker({
    synthesis: synthesis as unknown as SpeechSynthesis,
    count: texts.length,
    textOf: (index) => texts[index] ?? '',
    isSkipped: (index) => skipped.includes(index),
    settings: () => ({ voice: fakeVoice(), rate }),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  synthesis = installVoice();
  rate = 1;
  skipped = [];
});

test('the speaker speaks to the end, then again from the beginning', () => {
  const speaker = createSpeaker();
  speaker.play(2);
  synthesis.endSentence();
  synthesis.endSentence();
  expect(speaker.get()).toEqual({ at: 3, isPlaying: false, isOver: true });
  speaker.play();
  expect(synthesis.texts).toEqual(['三', '四', '一']);
});

test('pausing cancels the speech, and playing repeats the same sentence', () => {
  const speaker = createSpeaker();
  speaker.play();
  synthesis.endSentence();
  speaker.pause();
  expect(synthesis.speaking).toBe(false);
  expect(speaker.get()).toEqual({ at: 1, isPlaying: false });
  speaker.play();
  vi.advanceTimersByTime(AFTER_CANCEL_MS);
  expect(synthesis.texts).toEqual(['一', '二', '二']);
});

test('a step to another sentence speaks it while playing, only the last of quick steps, and only moves while paused', () => {
  const speaker = createSpeaker();
  speaker.play();
  speaker.step(1);
  speaker.step(1);
  expect(speaker.get()).toEqual({ at: 2, isPlaying: true });
  vi.advanceTimersByTime(AFTER_CANCEL_MS);
  speaker.step(-1);
  vi.advanceTimersByTime(AFTER_CANCEL_MS);
  speaker.pause();
  speaker.step(-1);
  speaker.step(-1);
  expect(synthesis.texts).toEqual(['一', '三', '二']);
  expect(speaker.get()).toEqual({ at: 0, isPlaying: false });
});

test('skipped sentences are not spoken, in both directions', () => {
  const speaker = createSpeaker();
  skipped = [1, 2];
  speaker.play();
  synthesis.endSentence();
  speaker.step(-1);
  vi.advanceTimersByTime(AFTER_CANCEL_MS);
  expect(synthesis.texts).toEqual(['一', '四', '一']);
  skipped = [0, 1, 2, 3];
  speaker.play();
  expect(speaker.get()).toMatchObject({ isPlaying: false, isOver: true });
});

test('a changed speed applies to the current sentence at once, but starts nothing while paused', () => {
  const speaker = createSpeaker();
  speaker.play();
  rate = 1.5;
  speaker.repeat();
  vi.advanceTimersByTime(AFTER_CANCEL_MS);
  expect(synthesis.spoken.map((utterance) => [utterance.text, utterance.rate])).toEqual([
    ['一', 1],
    ['一', 1.5],
  ]);
  speaker.pause();
  speaker.repeat();
  expect(synthesis.spoken).toHaveLength(2);
});

test('fault: the end event of a sentence is missing → the next sentence follows', () => {
  const speaker = createSpeaker();
  speaker.play();
  synthesis.current = undefined;
  vi.advanceTimersByTime(3000);
  expect(synthesis.texts).toEqual(['一', '二']);
});

test('a sentence after a natural end is spoken without a cancel', () => {
  const cancel = vi.spyOn(synthesis, 'cancel');
  const speaker = createSpeaker();
  speaker.play();
  synthesis.endSentence();
  synthesis.endSentence();
  expect(synthesis.texts).toEqual(['一', '二', '三']);
  expect(cancel).not.toHaveBeenCalled();
});

test.each([
  { title: 'drops what is spoken within 200 ms of a cancel', afterCancel: { ms: 200 } },
  { title: 'drops what is spoken within 2 s of a cancel', afterCancel: { ms: 2000 } },
  {
    title: 'answers what is spoken within 400 ms of a cancel with interrupted',
    afterCancel: { ms: 400, error: 'interrupted' },
  },
  { title: 'fails within 400 ms of a cancel', afterCancel: { ms: 400, error: 'synthesis-failed' } },
])('fault: an engine $title → the sentence is spoken, and the voice goes on', async ({ afterCancel }) => {
  synthesis.afterCancel = afterCancel;
  const speaker = createSpeaker();
  speaker.play();
  speaker.step(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(synthesis.texts).toEqual(['一', '二']);
  synthesis.endSentence();
  expect(synthesis.texts).toEqual(['一', '二', '三']);
  expect(speaker.get()).toEqual({ at: 2, isPlaying: true });
});

test.each([100, 400, 900])(
  'fault: the engine carries out a cancel after %i ms → the sentence that it interrupts is spoken again',
  (cancelMs) => {
    synthesis.cancelMs = cancelMs;
    const speaker = createSpeaker();
    speaker.play();
    speaker.step(1);
    vi.advanceTimersByTime(3000);
    expect(synthesis.speaking).toBe(true);
    expect(synthesis.texts.at(-1)).toBe('二');
    synthesis.endSentence();
    expect(synthesis.texts.at(-1)).toBe('三');
  },
);

test('fault: the engine is said to speak, but never begins → after three attempts the player shows an error', () => {
  const speaker = createSpeaker();
  synthesis.isStuck = true;
  speaker.play();
  vi.advanceTimersByTime(20_000);
  expect(synthesis.texts).toEqual(['一', '一', '一']);
  expect(speaker.get()).toEqual({ at: 0, isPlaying: false, problem: 'failed' });
});

test('fault: the engine answers every attempt with interrupted → the player shows an error', async () => {
  synthesis.afterCancel = { ms: Number.POSITIVE_INFINITY, error: 'interrupted' };
  synthesis.cancel();
  const speaker = createSpeaker();
  speaker.play();
  await vi.advanceTimersByTimeAsync(5000);
  expect(speaker.get()).toEqual({ at: 0, isPlaying: false, problem: 'failed' });
});

test('an engine that reports no beginnings is not interrupted in a long sentence', () => {
  synthesis.isStuck = true;
  const speaker = createSpeaker();
  speaker.play();
  synthesis.endSentence();
  vi.advanceTimersByTime(30_000);
  expect(synthesis.texts).toEqual(['一', '二']);
  expect(speaker.get()).toEqual({ at: 1, isPlaying: true });
});

test('fault: the voice does not begin → after three attempts the player shows an error', () => {
  const speaker = createSpeaker();
  synthesis.isMute = true;
  speaker.play();
  vi.advanceTimersByTime(20_000);
  expect(synthesis.texts).toEqual(['一', '一', '一']);
  expect(speaker.get()).toEqual({ at: 0, isPlaying: false, problem: 'failed' });
});

test('fault: the browser requires a press before speech → the player says so, and the next press starts the voice', () => {
  const speaker = createSpeaker();
  speaker.play();
  synthesis.current?.onerror?.({ error: 'not-allowed' });
  expect(speaker.get()).toEqual({ at: 0, isPlaying: false, problem: 'blocked' });
  speaker.play();
  expect(speaker.get()).toEqual({ at: 0, isPlaying: true });
});

test('fault: another page silences the voice → the player is paused at the same sentence', () => {
  const speaker = createSpeaker();
  speaker.play(1);
  synthesis.current?.onerror?.({ error: 'interrupted' });
  expect(speaker.get()).toEqual({ at: 1, isPlaying: false });
});

test('fault: the sentence was cut off while the page was hidden → it is spoken again', () => {
  const speaker = createSpeaker();
  speaker.play(1);
  speaker.resume();
  expect(synthesis.texts).toEqual(['二']);
  synthesis.current = undefined;
  speaker.resume();
  expect(synthesis.texts).toEqual(['二', '二']);
  speaker.pause();
  speaker.resume();
  expect(synthesis.texts).toHaveLength(2);
});
