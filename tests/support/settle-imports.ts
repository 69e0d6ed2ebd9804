/**
 * Ends a file that shares its process only when its dynamic imports have loaded: vitest closes the connection by which
 * they load with each file, and an import that was cut off then would stay unresolved for the next file.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
