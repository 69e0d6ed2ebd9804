/**
 * Tests which keys count as shortcuts with the command key: ⌘ on Apple systems, Ctrl elsewhere, none during an IME
 * composition.
 */
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ariaCommand, useCommandKey } from '@/ui/keys/command-key';
import { runKeyInTextarea } from '@/ui/markdown-tools/edit-textarea';

const AGENTS = {
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
};
const onSearch = vi.fn<() => void>();

function Screen() {
  useCommandKey('k', onSearch);
  return <textarea aria-label="問題文" defaultValue="語" onKeyDown={(event) => runKeyInTextarea(event)} />;
}

beforeEach(() => onSearch.mockClear());
afterEach(() => {
  cleanup();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '問題文' });
function open(system: keyof typeof AGENTS): void {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(AGENTS[system]);
  render(<Screen />);
}

const CONTROL = { ctrlKey: true };
const COMMAND = { metaKey: true };

test.each([
  ['Mac', CONTROL, 0],
  ['Mac', COMMAND, 1],
  ['Mac', { ...CONTROL, ...COMMAND }, 0],
  ['iPhone', CONTROL, 0],
  ['iPhone', COMMAND, 1],
  ['Windows', CONTROL, 1],
  ['Windows', COMMAND, 0],
  ['Windows', { ...CONTROL, shiftKey: true }, 0],
  ['Windows', { ...CONTROL, altKey: true }, 0],
  ['Windows', { ...CONTROL, isComposing: true }, 0],
  ['Windows', { ...CONTROL, keyCode: 229 }, 0],
  ['Mac', { ...COMMAND, isComposing: true }, 0],
] as const)('on %s the key K with %o opens the search %i times', (system, keys, times) => {
  open(system);
  const isUntouched = fireEvent.keyDown(document.body, { key: 'k', ...keys });
  expect(onSearch).toHaveBeenCalledTimes(times);
  expect(isUntouched).toBe(times === 0);
});

test.each([
  ['Mac', CONTROL, 'b', '語'],
  ['Mac', CONTROL, 'e', '語'],
  ['Mac', CONTROL, 'k', '語'],
  ['Mac', COMMAND, 'b', '**語**'],
  ['Windows', CONTROL, 'e', '`語`'],
  ['Windows', COMMAND, 'b', '語'],
] as const)('on %s a field’s key with %o and %s leaves %s in the field', (system, keys, key, text) => {
  open(system);
  field().setSelectionRange(0, 1);
  fireEvent.keyDown(field(), { key, ...keys });
  expect(field().value).toBe(text);
});

test('screen readers are told the command key of the system', () => {
  open('Mac');
  expect(ariaCommand('K')).toBe('Meta+K');
  vi.mocked(vi.spyOn(navigator, 'userAgent', 'get')).mockReturnValue(AGENTS.Windows);
  expect(ariaCommand('K')).toBe('Control+K');
});
