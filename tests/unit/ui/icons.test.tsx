import { render } from '@testing-library/react';
/** Checks the markup of icons. */
import { expect, test } from 'vitest';
import IconCheck from '~icons/check';
import IconFlagFilled from '~icons/flag-filled';

import { drawings } from '@/ui/icons/icon-drawings';

test('an outline icon is drawn with lines', () => {
  const { container } = render(<IconCheck size={20} stroke={1.8} className="x" aria-hidden />);

  expect(container.innerHTML).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke-width="1.8" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" class="x" aria-hidden="true"><path d="M5 12l5 5l10 -10"></path></svg>',
  );
});

test('a filled icon is drawn with areas', () => {
  const { container } = render(<IconFlagFilled />);

  expect(container.innerHTML).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="currentColor" stroke="none"><path d="${drawings['flag-filled']}"></path></svg>`,
  );
});
