/** Types of the operations that make up a simulated history. */
import type { Browser } from './browser';
import type { Page } from './page';
import type { Random } from './random';
import type { World } from './world';

export interface OperationContext {
  world: World;
  browser: Browser;
  random: Random;
  page: Page;
  /** A second tab, other than `page`. */
  other: Page;
}

/**
 * An operation: its weight in random choices, and a function that performs it and returns its description for the log.
 */
export interface OperationKind {
  weight: number;
  run: (context: OperationContext) => string;
}
