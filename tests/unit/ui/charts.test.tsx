/** Tests the calendar and the score chart: their shapes and their accessible names. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { ScoreChart } from '@/ui/charts/ScoreChart';
import { YearCalendar } from '@/ui/charts/YearCalendar';

afterEach(cleanup);

const titles = () => [...document.querySelectorAll('title')].map((title) => title.textContent);
const day = (date: string, level: 0 | 1 | 2 | 3 | 4 = 0) => ({ date, level, words: `${date}の記録` });

test('the calendar has a cell for each day, in columns of weeks that start on Monday', () => {
  // The days are a Saturday, a Sunday and a Monday.
  render(<YearCalendar days={[day('2026-11-21'), day('2026-11-22', 4), day('2026-11-23')]} label="1年の学習日" />);

  expect(titles()).toEqual(['2026-11-21の記録', '2026-11-22の記録', '2026-11-23の記録']);
  const cells = [...document.querySelectorAll('rect:has(title)')];
  expect(cells.map((cell) => [cell.getAttribute('x'), cell.getAttribute('y')])).toEqual([
    ['0', '93'],
    ['0', '108'],
    ['15', '18'],
  ]);
  expect(cells[1]?.getAttribute('data-level')).toBe('4');
  expect(screen.getAllByRole('img', { name: '1年の学習日' })).toHaveLength(1);
  // The calendar must be focusable, so that the keyboard can scroll it.
  expect(screen.getByRole('region', { name: /1年の学習日/ }).tabIndex).toBe(0);
});

test('a calendar without days renders nothing', () => {
  const { container } = render(<YearCalendar days={[]} label="1年の学習日" />);
  expect(container.childElementCount).toBe(0);
});

const point = (id: string, time: string, percent: number) => ({ id, timeMs: Date.parse(time), percent, words: id });
const places = () =>
  [...document.querySelectorAll('circle')].map((dot) => [dot.getAttribute('cx'), dot.getAttribute('cy')]);

test('the score chart places results by time and percentage', () => {
  const points = [
    point('a', '2026-11-01T00:00:00Z', 0),
    point('b', '2026-11-06T00:00:00Z', 50),
    point('c', '2026-11-11T00:00:00Z', 100),
  ];
  render(<ScoreChart points={points} label="結果" />);

  expect(places()).toEqual([
    ['0.00%', '190'],
    ['50.00%', '95'],
    ['100.00%', '0'],
  ]);
  expect(titles()).toEqual(['a', 'b', 'c']);
  expect(screen.getByRole('img', { name: '結果' }).textContent).toContain('100%');
});

test('the score chart places a single result in the middle of a week', () => {
  render(<ScoreChart points={[point('a', '2026-11-04T00:00:00Z', 80)]} label="結果" />);
  expect(places()).toEqual([['50.00%', '38']]);
});
