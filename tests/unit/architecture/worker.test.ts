/**
 * Checks that code shared by service worker and page is bundled into the worker, because a service worker cannot import
 * dynamically.
 */
import { readModules, resolveImport, visit } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

const modules = readModules(['src', 'sw']);
const paths = new Set(modules.keys());

test('the bundled service worker contains no dynamic import', () => {
  const inWorker = new Set(['sw/sw.ts']);
  const late: string[] = [];
  for (const path of inWorker) {
    visit(modules.get(path)?.body, (node) => {
      if (node.type === 'ImportExpression') late.push(path);
      const source = (node.source as { value?: unknown } | undefined)?.value;
      const isType = node.importKind === 'type' || node.exportKind === 'type';
      const found = typeof source === 'string' && !isType ? resolveImport(source, path, paths) : undefined;
      if (found) inWorker.add(found);
    });
  }

  expect(inWorker.size).toBeGreaterThan(40);
  expect(late).toEqual([]);
});
