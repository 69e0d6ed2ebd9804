/** Settings in YAML at the beginning of a text. */
import { frontMatter } from '@/ui/markdown/markdown-documents';

/** What the settings of a text say, by their names; '' of what they do not. */
export function readFrontMatter(text: string): { title: string; minutes: string } {
  const [settings = ''] = frontMatter.exec(text) ?? [];
  const read = (name: string) =>
    new RegExp(`^${name}[ \\t]*:[ \\t]*(["']?)(.*?)\\1[ \\t]*\\r?$`, 'm').exec(settings)?.[2]?.trim() ?? '';
  return { title: read('title'), minutes: read('minutes') };
}
