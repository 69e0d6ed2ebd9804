/** The pagination of a table; renders nothing for a single page. */
import { Pagination } from '@mantine/core';

import { atEdge } from '@/ui/display/at-edge';

import '@mantine/core/styles/Pagination.layer.css';

export interface TablePagesProps {
  /** The kind of rows, e.g. 「利用者」. */
  name: string;
  pages: number;
  /** The number of the page, counted from 1. */
  page: number;
  onPage: (page: number) => void;
}

export function TablePages({ name, pages, page, onPage }: TablePagesProps) {
  if (pages <= 1) return null;
  return (
    <Pagination
      aria-label={`${name}のページ`}
      total={pages}
      value={page}
      onChange={onPage}
      getItemProps={(each) => ({ 'aria-label': `${each}ページ` })}
      getControlProps={(control) => {
        const isNext = control === 'next';
        const isEdge = page === (isNext ? pages : 1);
        return { 'aria-label': isNext ? '次のページ' : '前のページ', disabled: false, ...atEdge(isEdge) };
      }}
    />
  );
}
