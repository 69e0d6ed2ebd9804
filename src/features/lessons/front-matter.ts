/** Parses YAML front matter at the beginning of a markdown text. */
import { frontMatter } from '@/ui/markdown/markdown-documents';

/** The front matter's fields that a lesson has; '' for those it lacks. */
export function readFrontMatter(text: string): { title: string; minutes: string } {
  const [settings = ''] = frontMatter.exec(text) ?? [];
  const read = (name: string) =>
    new RegExp(`^${name}[ \\t]*:[ \\t]*(["']?)(.*?)\\1[ \\t]*\\r?$`, 'm').exec(settings)?.[2]?.trim() ?? '';
  return { title: read('title'), minutes: read('minutes') };
}
