/** The buttons to the previous and next page of a list; hidden if there is only one page. */
import { ActionIcon, Group, Text } from '@mantine/core';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';

import { atEdge } from '@/ui/display/at-edge';

export interface ContentPagerProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function ContentPager({ page, pages, onPage }: ContentPagerProps) {
  if (pages <= 1) return null;
  return (
    <Group component="nav" justify="center" gap="sm" aria-label="ページ">
      <ActionIcon
        aria-label="前のページ"
        variant="default"
        {...atEdge(page <= 1)}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Text size="sm">
        {page} / {pages}
      </Text>
      <ActionIcon
        aria-label="次のページ"
        variant="default"
        {...atEdge(page >= pages)}
        onClick={() => page < pages && onPage(page + 1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
