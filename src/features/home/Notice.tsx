/** The service's notice: markdown, whose renderer is loaded only when there is one. */
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';

import { useImageUrl } from '@/queries/contents';
import { lazyExtra } from '@/ui/lazy-extra';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import '@mantine/core/styles/Skeleton.layer.css';

const Markdown = lazyExtra(() => import('@/ui/markdown/Markdown').then((module) => module.Markdown));

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
