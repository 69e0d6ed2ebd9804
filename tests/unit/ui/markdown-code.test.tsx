/** Tests code, formulas and amounts of money in lessons. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { changeDisplaySettings } from '@/ui/display/display-settings';

import { show } from './support/show-markdown';

afterEach(cleanup);

test('the copy button copies the code and announces it', async () => {
  const user = userEvent.setup();
  show('```bash\ngit init\n```');

  await user.click(screen.getByRole('button', { name: 'コピー' }));

  expect(await screen.findByRole('status')).toHaveProperty('textContent', 'コピーしました');
  expect(await navigator.clipboard.readText()).toBe('git init');
});

test('without a clipboard the copy button selects the code', async () => {
  const user = userEvent.setup();
  show('```bash\ngit init\n```');
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);

  await user.click(screen.getByRole('button', { name: 'コピー' }));

  await waitFor(() => expect(window.getSelection()?.toString()).toBe('git init'));
});

test('code is shown at once and highlighted later', async () => {
  const container = show('```py\nprint("はい")  # 注\n```');
  const region = screen.getByRole('group', { name: 'コード（py）' });

  expect(region.textContent).toBe('print("はい")  # 注');
  expect(region.tabIndex).toBe(0);
  await waitFor(() => expect(container.querySelector('.hljs-string')?.textContent).toBe('"はい"'));
  expect(region.textContent).toBe('print("はい")  # 注');
});

test.each(['bash', 'python', 'javascript', 'ts', 'json', 'sql', 'diff', 'yaml', 'html', 'css'])(
  'code in %s is coloured',
  async (language) => {
    const code: Record<string, string> = {
      json: '{"a": 1}',
      diff: '+ a',
      yaml: 'a: 1',
      html: '<a>b</a>',
      css: 'a { color: red }',
      sql: 'SELECT 1',
      python: 'def a(): pass',
    };
    const container = show(`\`\`\`${language}\n${code[language] ?? 'if true; then echo "a" return; fi'}\n\`\`\``);

    await waitFor(() => expect(container.querySelector('[class^=hljs-]')).not.toBeNull());
  },
);

test.each(['', 'brainfuck', '__proto__', 'constructor'])('code in the language "%s" is not highlighted', (language) => {
  expect(show(`\`\`\`${language}\n<b>if</b>\n\`\`\``).querySelector('pre')?.textContent).toBe('<b>if</b>');
});

test('a formula shows its source until it is typeset', async () => {
  const container = show('値は$x^2$です。\n\n$$\n\\frac{1}{2}\n$$');

  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
  expect(container.querySelector('.katex-display math')).not.toBeNull();
  expect(container.querySelector('[style*=color]')).toBeNull();
});

describe('a formula that is wider than the page', () => {
  const room = { width: 100 };
  beforeEach(() => {
    room.width = 100;
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room.width);
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(200);
  });

  test('stops scrolling when the window has become wide enough, and scrolls again when it is turned back', async () => {
    show('値は$x^2$です。');
    const formula = await screen.findByRole('group', { name: '数式' });
    room.width = 300;
    window.dispatchEvent(new Event('resize'));
    await waitFor(() => expect(formula.getAttribute('role')).toBeNull());
    room.width = 100;
    window.dispatchEvent(new Event('resize'));
    await waitFor(() => expect(formula.getAttribute('role')).toBe('group'));
  });

  test('is measured again in larger letters', async () => {
    room.width = 300;
    const container = show('値は$x^2$です。');
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
    expect(screen.queryByRole('group')).toBeNull();
    room.width = 100;
    act(() => void changeDisplaySettings({ textSize: 'largest' }));
    await screen.findByRole('group', { name: '数式' });
    act(() => void changeDisplaySettings({ textSize: 'normal' }));
  });
});

test('a faulty formula stays readable and makes no link', async () => {
  const container = show('$\\frac{$ と $\\href{javascript:alert(1)}{x}$ と $y$');

  await waitFor(() => expect(container.querySelectorAll('.katex').length).toBeGreaterThan(0));
  expect(container.textContent).toContain('\\frac{');
  expect(container.querySelector('a')).toBeNull();
});

test.each(['$5 and $10', '$5から$10です', '$5、$6', 'US$ 5 と US$ 6', '\\$a\\$'])(
  '%s is money, not a formula',
  (text) => {
    expect(show(text).textContent).toBe(text.replaceAll('\\', ''));
  },
);

test.each([
  ['a variable and code', '*$HOME/.cargo/bin*です。\n`cargo install`すると`$PATH`に'],
  ['a variable in code', 'クラスは$fooか`$class`とみなす'],
  ['two dollars and code', '`echo $$`と$$です。`$$`'],
])('the signs %s make no formula', (_, text) => {
  const container = show(text);

  expect(container.querySelector('[class*=formula]')).toBeNull();
  expect(container.querySelectorAll('code').length).toBeGreaterThan(0);
});

test.each(['$$x^2$$', '$$ x^2 $$', '- $$x^2$$', '> 前\n>\n> $$x^2$$'])(
  '%s is a formula on a line of its own',
  (text) => {
    const container = show(text);

    expect(container.querySelector('[class*=formulaBlock]')?.textContent).toContain('x^2');
    expect(container.querySelector('[class*=formulaBlock]')?.closest('p')).toBeNull();
  },
);

test.each(['$x^2$', '前の$$x^2$$', '$a\nb$', '| $$x$$ |\n| - |'])('%s is an inline formula', (text) => {
  const container = show(text);

  expect(container.querySelector('[class*=formula]')).not.toBeNull();
  expect(container.querySelector('[class*=formulaBlock]')).toBeNull();
});

test('markup between two amounts of money is rendered', () => {
  expect(show('$5 and **bold** $10').querySelector('strong')?.textContent).toBe('bold');
});
