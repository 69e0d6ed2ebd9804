/**
 * The setting 「改行をそのまま表示」 (show line breaks as they are) in a text's front matter, in the form of HackMD and
 * markdown-it: `breaks: true`.
 */
import { frontMatter } from './documents';

const setting = /^breaks[ \t]*:.*$/m;

/** Returns the text with the line break setting in its front matter. */
export function withBreaks(text: string, isOn: boolean): string {
  const line = `breaks: ${isOn}`;
  const settings = frontMatter.exec(text)?.[0];
  if (settings === undefined) return `---\n${line}\n---\n\n${text}`;
  const changed = setting.test(settings) ? settings.replace(setting, line) : settings.replace('\n', `\n${line}\n`);
  return changed + text.slice(settings.length);
}
