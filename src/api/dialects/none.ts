/**
 * The dialect of a build without the variable `DIALECT`: the server speaks the app's own form. A build with `DIALECT`
 * replaces this module by the named file (server/tooling/start/dialect-file.mjs, docs/how-to/dialect.md).
 */
import type { Dialect } from '@/api/dialect/dialect';

export const dialect: Dialect | undefined = undefined;
