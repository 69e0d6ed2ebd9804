/** Checks which of the build's files no learner needs. */
import { findStaffFiles, isStaffs } from '@server/tooling/bundling/staff-files';
import type { OutputBundle } from 'rolldown';
import { expect, test } from 'vitest';

import { mayOpen } from '@/session/roles';
import { type ScreenId, screenIds, screenOf } from '@/session/screens';

/** Returns the lazily loaded part of a route's file, which the router's plugin splits off. */
const partOf = (id: ScreenId) => `/app/src/routes${id.replace(/\/$/, '/index')}.tsx?tsr-split=component---loader`;

test.each(screenIds)('the code of the screen %s is loaded for staff alone if students cannot use that screen', (id) => {
  const { access } = screenOf(id);

  expect(isStaffs(partOf(id))).toBe(access === 'editors' || (access !== 'public' && !mayOpen('STUDENT', access)));
});

test.each([
  ['/app/src/features/outline/OutlineList.tsx', true],
  ['/app/src/features/outline/Outline.tsx', false],
  ['/app/src/queries/newer-version.ts', false],
  ['/app/src/routes/_app/-device-notice.tsx', false],
])('the module %s, which is no route, is loaded for staff alone: %s', (id, expected) => {
  expect(isStaffs(id)).toBe(expected);
});

const main = '/app/src/main.tsx';
const course = '/app/src/routes/_app/courses/$courseId.tsx?tsr-split=component';
const editing = '/app/src/routes/_app/courses/edit/$courseId.tsx?tsr-split=component---loader';
const editor = '/app/src/features/courses/CourseEditor.tsx';

/** Makes an output chunk of the bundler, with only the fields that the code under test reads. */
const chunk = (fileName: string, moduleIds: string[], imports: string[] = [], styles: string[] = []) => [
  fileName,
  { type: 'chunk', fileName, moduleIds, imports, viteMetadata: { importedCss: new Set(styles) } },
];

test('scripts and styles that only screens and editors of staff import, directly or not, are marked as staff’s', () => {
  const bundle = Object.fromEntries([
    chunk('app.js', [main], [], ['app.css']),
    chunk('course.js', [course], ['shared.js'], ['lists.css']),
    chunk('shared.js', ['/app/src/ui/Outline.tsx']),
    chunk('editing.js', [editing], ['forms.js', 'shared.js'], ['forms.css', 'lists.css']),
    chunk('forms.js', ['/app/src/ui/forms/FormFrame.tsx'], ['app.js']),
    chunk('editor.js', [editor], ['forms.js']),
    chunk('drag.js', ['/app/src/ui/drag/DragList.tsx']),
  ]) as unknown as OutputBundle;
  const later: Record<string, string[]> = {
    [main]: [course, editing],
    [course]: [editor],
    [editor]: ['/app/src/ui/drag/DragList.tsx'],
  };
  const files = findStaffFiles(bundle, main, (id) => ({ dynamicallyImportedIds: later[id] ?? [] }));

  expect([...files].toSorted()).toEqual(['drag.js', 'editing.js', 'editor.js', 'forms.css', 'forms.js']);
});
