/** Shows the dialog of a file that waits for a press. */
import { Suspense } from 'react';

import { useFilePrompt } from '@/device/file-prompt';
import { lazyExtra } from '@/ui/lazy-extra';

const FilePromptDialog = lazyExtra(() => import('./-file-prompt').then((module) => module.FilePromptDialog));

export function FilePlace() {
  const file = useFilePrompt();
  return <Suspense>{file && <FilePromptDialog {...file} />}</Suspense>;
}
