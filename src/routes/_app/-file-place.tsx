/** Shows the dialog for a file that is ready and needs a press of a button to be shared. */
import { Suspense } from 'react';

import { useFilePrompt } from '@/device/file-prompt';
import { lazyExtra } from '@/ui/lazy-extra';

const FilePromptDialog = lazyExtra(() => import('./-file-prompt').then((module) => module.FilePromptDialog));

export function FilePlace() {
  const file = useFilePrompt();
  return <Suspense>{file && <FilePromptDialog {...file} />}</Suspense>;
}
