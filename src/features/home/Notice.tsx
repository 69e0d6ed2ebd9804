/** The service's notice in markdown. The renderer is loaded only if there is a notice, when the browser is idle. */
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';

import { whenIdle } from '@/lib/when-idle';
import { useImageUrl } from '@/queries/contents';
import { lazyExtra } from '@/ui/lazy-extra';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import '@mantine/core/styles/Skeleton.layer.css';

/**
 * The markdown renderer is loaded when the browser is idle: the notice is at the end of the home screen and must not compete with
 * pictures for bandwidth.
 */
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
