/** Renders the markdown of a question, a choice or an explanation, with its pictures. */
import { useImageUrl } from '@/queries/files/contents';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

function QuestionImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

export function QuestionText({ text }: { text: string }) {
  return <Markdown variant="inline" text={text} Image={QuestionImage} />;
}
