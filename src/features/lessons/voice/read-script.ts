/** Reads a lesson's text as sentences to speak. */
import type { ReactNode } from 'react';

import { fetchExtras } from '@/ui/markdown/markdown-extras';
import { drawMarkdown } from '@/ui/markdown/markdown-render';
import { RunReader } from '@/ui/markdown/spoken/spoken-runs';

import { type Script, toScript } from './sentences';

/** A long text is parsed in several tasks of about this length, ms, so that the page stays responsive. */
const TASK_MS = 10;

/**
 * Reads the markdown source instead of the page: the source has the author's readings even if furigana are switched off, and stays
 * Japanese on a translated page.
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
