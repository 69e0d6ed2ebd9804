/** Parses YAML front matter at the beginning of a markdown text. */
import { frontMatter } from '@/ui/markdown/markdown-documents';

/** Returns the front matter's title and reading time; '' for a missing one. */
export function readFrontMatter(text: string): { title: string; minutes: string } {
  const [settings = ''] = frontMatter.exec(text) ?? [];
  const read = (name: string) =>
    new RegExp(`^${name}[ \\t]*:[ \\t]*(["']?)(.*?)\\1[ \\t]*\\r?$`, 'm').exec(settings)?.[2]?.trim() ?? '';
  return { title: read('title'), minutes: read('minutes') };
}
