/** Exports a list as a CSV file. The list is read part by part, with progress and a way to stop. */
import { useEffect, useRef, useState } from 'react';

import type { ReadOptions } from '@/queries/all-pages';
import { describeActionError } from '@/queries/save-errors';
import { type Rows, toCsv, toCsvLines } from '@/study/csv';

import { fileNameOf, saveFile } from './download';

export interface CsvExport {
  /** The progress of the export; set while the rows are read. */
  progress: { done: number; all: number } | undefined;
  /** The error message of the last export, if it failed. */
  failure: string | undefined;
  save: () => Promise<void>;
  stop: () => void;
}

/**
 * Returns state and functions of a CSV export. The export is aborted when the component unmounts.
 *
 * @param name the file's name without its ending.
 * @param count the number of items, for the progress before the server's first response.
 * @param read yields rows part by part; the first row has the column headings.
 */
export function useCsvExport(
  name: string,
  count: number,
  read: (options: ReadOptions) => AsyncIterable<Rows>,
): CsvExport {
  const [progress, setProgress] = useState<CsvExport['progress']>();
  const [failure, setFailure] = useState<string>();
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);

  async function save(): Promise<void> {
    const { signal } = (stopper.current = new AbortController());
    setFailure(undefined);
    setProgress({ done: 0, all: count });
    try {
      const parts: Blob[] = [];
      const onCount = (done: number, all: number) => setProgress({ done, all });
      for await (const rows of read({ signal, onCount })) {
        parts.push(new Blob([parts.length === 0 ? toCsv(rows) : toCsvLines(rows)]));
      }
      signal.throwIfAborted();
      setProgress(undefined);
      await saveFile(fileNameOf(`${name}.csv`), parts);
    } catch (error) {
      if (!signal.aborted) setFailure(describeActionError(error));
    } finally {
      setProgress(undefined);
    }
  }
  return { progress, failure, save, stop: () => stopper.current?.abort() };
}
