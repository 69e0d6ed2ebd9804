/**
 * Compiles code with the library of the oldest supported browsers: the compiler names each newer API that has no guard.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { root } from './modules';
import { oldestLibrary } from './oldest-library';

const run = promisify(execFile);

interface Tsconfig {
  compilerOptions: { lib: string[] };
  include: string[];
  exclude?: string[];
}

/** Write only changed files, so that the compiler skips what it has compiled before. */
function write(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Compiles a part of the project.
 *
 * @param project the folder of its tsconfig.json: 'src' or 'sw'.
 * @param files compiled instead of the part's own files, by name.
 * @returns the compiler's errors, one per line.
 */
export async function findNewerCode(project: string, files?: Record<string, string>): Promise<string[]> {
  const folder = join(root, '.cache/oldest-browsers', files ? `${project}-files` : project);
  const config = JSON.parse(readFileSync(join(root, project, 'tsconfig.json'), 'utf8')) as Tsconfig;
  const fromHere = (path: string) => relative(folder, join(root, project, path)) || '.';
  for (const [name, text] of oldestLibrary(config.compilerOptions.lib)) write(join(folder, name), text);
  for (const [name, text] of Object.entries(files ?? {})) write(join(folder, name), text);
  const ours = {
    extends: fromHere('tsconfig.json'),
    compilerOptions: { noLib: true, lib: null, incremental: true, tsBuildInfoFile: './tsbuildinfo' },
    include: ['*.d.ts', ...(files ? Object.keys(files) : config.include.map(fromHere))],
    exclude: (config.exclude ?? []).map(fromHere),
  };
  write(join(folder, 'tsconfig.json'), JSON.stringify(ours));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: root }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.split('\n').filter((line) => line.includes(': error '));
}
