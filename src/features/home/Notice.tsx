/** The service's notice: markdown, whose renderer is loaded only when there is one, and once the screen stands. */
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';

import { whenIdle } from '@/lib/when-idle';
import { useImageUrl } from '@/queries/contents';
import { lazyExtra } from '@/ui/lazy-extra';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import '@mantine/core/styles/Skeleton.layer.css';

/** What stands at the end of home must not take the line from its pictures. */
const Markdown = lazyExtra(async () => {
  await whenIdle(2000);
  return (await import('@/ui/markdown/Markdown')).Markdown;
});

function NoticeImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

export function Notice({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton height={72} />}>
      <Markdown text={text} Image={NoticeImage} variant="inline" />
    </Suspense>
  );
}
