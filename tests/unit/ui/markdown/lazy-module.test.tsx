/** Tests modules that are loaded when the first text needs them. */
import { renderHook, waitFor } from '@testing-library/react';
import { useEffect, useReducer } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import { useOutline } from '@/ui/markdown/cut/outline';
import { createLazyModule } from '@/ui/markdown/draw/lazy-module';

test('hundreds of waiting formulas all render once their module is loaded, although each schedules another update', async () => {
  // The test does not use `act`, so that React schedules non-urgent updates as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const { useModule } = createLazyModule(() => Promise.resolve('drawn'));
  function Formula() {
    const drawn = useModule(true);
    const [, updateOnce] = useReducer(() => true, false);
    useEffect(() => {
      if (drawn !== undefined) updateOnce();
    }, [drawn]);
    return <p>{drawn}</p>;
  }
  const container = document.createElement('div');
  const root = createRoot(container);

  root.render(Array.from({ length: 300 }, (_, index) => <Formula key={index} />));
  await waitFor(() => expect(container.textContent).toBe('drawn'.repeat(300)), { timeout: 60_000 });
  root.unmount();
});

test('the table of contents is read again once the syntax of its headings is loaded', async () => {
  const { result } = renderHook(() => useOutline('## [漢字]{かんじ}の話'));

  await waitFor(() => expect(result.current[0]?.text).toBe('漢字の話'));
});
