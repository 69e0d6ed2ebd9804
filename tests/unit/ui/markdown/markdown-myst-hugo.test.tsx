/** Tests the boxes of MyST and Hugo, and Hugo's shortcodes that have no meaning here. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

test.each([
  ['```{note}\n本文\n```', '補足', 'note'],
  ['````{warning} 題\n本文\n````', '題', 'warning'],
  ['```{admonition} 題\n:class: tip\n本文\n```', '題', 'tip'],
  ['~~~{danger}\n:name: x\n\n本文\n~~~', '警告', 'danger'],
  [':::{admonition} 題\n:class: warning\n本文\n:::', '題', 'warning'],
  ['{{< notice warning >}}\n本文\n{{< /notice >}}', '注意', 'warning'],
  ['{{< notice tip "題" >}}\n本文\n{{< /notice >}}', '題', 'tip'],
  ['{{% alert title="題" color="warning" %}}\n本文\n{{% /alert %}}', '題', 'warning'],
  ['{{<hint danger>}}\n本文\n{{</hint>}}', '警告', 'danger'],
  ['{{% note %}}\n本文\n{{% /note %}}', '補足', 'note'],
])('%j of MyST or Hugo is a box with the title 「%s」', (text, title, kind) => {
  show(`前\n\n${text}\n\n後`);

  const note = screen.getByRole('note');
  expect([note.textContent, note.dataset.kind]).toEqual([`${title}本文`, kind]);
});

test('a MyST box may contain another box and code; box marks inside the code are shown as text', () => {
  const container = show('````{note} 外\n```{tip} 内\n本文\n```\n```md\n:::{note}\n```\n続き\n````\n後');

  expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^外内本文.*続き$/s),
    '内本文',
  ]);
  expect(container.querySelector('pre')?.textContent).toBe(':::{note}');
  expect(container.lastElementChild?.textContent).toMatch(/後$/);
});

test.each([
  ['```md\n```{note}\n```', '```{note}'],
  ['```md\n{{< notice >}}\n```', '{{< notice >}}'],
  ['`{{< notice >}}`', '{{< notice >}}'],
  ['文の {{< ref "a.md" >}} です', '文の （Hugo の「ref」は、ここでは表示できません） です'],
  ['{{< tabs >}}\n中\n{{< /tabs >}}', '（Hugo の「tabs」は、ここでは表示できません）中'],
  ['{{< hint info >}}一行{{< /hint >}}', '一行'],
])('%j is shown as %j, not as a box', (text, shown) => {
  const container = show(text);

  expect(screen.queryByRole('note')).toBeNull();
  expect((container.querySelector('pre') ?? container).textContent).toBe(shown);
});

test.each([
  ['```{figure} content:p1\n:alt: 倉庫\n:width: 80%\n\n図1 倉庫の入口\n```', '倉庫', '図1 倉庫の入口'],
  [':::{figure} content:p1\n図1 倉庫の入口\n:::', '', '図1 倉庫の入口'],
  ['```{image} content:p1\n:alt: 倉庫\n```', '倉庫', ''],
])('%j of MyST is a picture with the description 「%s」 above its caption', (text, alt, caption) => {
  const container = show(`前\n\n${text}\n\n後`);

  expect(container.querySelector('figure, img, [data-content], [role="img"]')).not.toBeNull();
  expect(container.textContent).not.toMatch(/content:|:alt:|:width:|:::|```/);
  expect(container.textContent).toContain(`${caption}`);
  expect(container.innerHTML).toContain(alt);
  expect(screen.queryByRole('note')).toBeNull();
});

test.each([
  ['{{< figure src="content:a" alt="図" width="250" height="100" >}}', 250, 100],
  ['{{< figure src="content:a" width="250px" >}}', 250, 141],
  ['```{figure} content:a\n:width: 250px\n```', 250, 141],
  ['```{image} content:a\n:height: 90px\n```', 160, 90],
])('the picture %j of MyST or Hugo has the size %i × %i', (text, width, height) => {
  const image = show(text).querySelector('img');

  expect([image?.width, image?.height]).toEqual([width, height]);
});

test("Hugo's shortcodes for pictures, videos and code are rendered, without their markup", () => {
  const container = show(
    '{{< figure src="content:a" title="配線図" >}}\n\n{{< youtube abc >}}\n\n{{< highlight go >}}\nx\n{{< /highlight >}}',
  );

  expect(container.textContent).toContain('YouTube の動画');
  expect(container.querySelector('pre')?.textContent).toBe('x');
  expect(container.textContent).not.toMatch(/[{<]{2}|figure/);
});
