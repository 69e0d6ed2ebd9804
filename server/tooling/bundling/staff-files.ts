/**
 * Marks files that only staff load in the service worker's list of files: staff's screens, and the editors within
 * learners' screens.
 */
import type { OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';

import { isForStaff, screenOfModule } from './screen-modules.ts';

/** Editors within screens that learners also open: only staff load the editors' code. */
const EDITORS =
  /\/src\/(?:features\/(?:duplicates\/DuplicateThing|courses\/(?:CourseEditor|CourseManager|CourseOrder)|outline\/OutlineList|sections\/SectionEditor)|ui\/PreviewBanner)\.tsx$/;

/** Returns true if a lazily loaded module is for staff alone. @param id the module's path. */
export function isStaffs(id: string): boolean {
  const screen = screenOfModule(id);
  return screen ? isForStaff(screen) : EDITORS.test(id);
}

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/** Reads a module's dynamic imports from the bundler. */
type ReadModule = (id: string) => { dynamicallyImportedIds: readonly string[] } | null;

/**
 * Returns the scripts and style sheets that no learner's screen loads.
 *
 * @param main the module that the app starts with.
 */
export function findStaffFiles(bundle: OutputBundle, main: string, readModule: ReadModule): Set<string> {
  const chunks = Object.values(bundle).filter((file): file is OutputChunk => file.type === 'chunk');
  const homes = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  const learners = new Set<OutputChunk>();
  const visit = (chunk: OutputChunk | undefined) => {
    if (!chunk || learners.has(chunk)) return;
    learners.add(chunk);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
    for (const id of chunk.moduleIds) {
      for (const later of readModule(id)?.dynamicallyImportedIds ?? []) if (!isStaffs(later)) visit(homes.get(later));
    }
  };
  visit(homes.get(main));
  const filesOf = (chunk: OutputChunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
  const learnersFiles = new Set([...learners].flatMap(filesOf));
  return new Set(chunks.flatMap(filesOf).filter((name) => !learnersFiles.has(name)));
}

/**
 * Returns a plugin that finds the staff files in the app's build, and a transform that marks them in the precache
 * manifest.
 *
 * @param main the module that the app starts with.
 */
export function markStaffFiles(main: string): { plugin: Plugin; mark: ManifestTransform } {
  let files = new Set<string>();
  return {
    plugin: {
      name: 'mark-staff-files',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          files = findStaffFiles(bundle, main, (id) => this.getModuleInfo(id));
        },
      },
    },
    mark: (entries) => ({
      manifest: entries.map((entry) => (files.has(entry.url) ? { ...entry, isStaffs: true } : entry)),
    }),
  };
}
