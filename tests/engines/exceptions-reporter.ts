/** Prints the table of exceptions of the engines that were run. */
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

import { EXCEPTIONS } from './exceptions';

// Playwright loads a reporter by its default export.
export default class ExceptionsReporter implements Reporter {
  private engines: (string | undefined)[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.engines = suite.suites.map((each) => each.project()?.name);
  }

  onEnd(): void {
    console.log('\nWhat the engines cannot do (tests/engines/exceptions.ts):');
    for (const { engine, ability, reason, instead } of EXCEPTIONS) {
      if (this.engines.includes(engine)) console.log(`  ${engine}: ${ability}: ${reason}; ${instead}.`);
    }
  }
}
