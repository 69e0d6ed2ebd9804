/** One operation of a history, as it is carried out. */
import type { Browser } from './browser';
import type { Page } from './page';
import type { Random } from './random';
import type { World } from './world';

export interface Scene {
  world: World;
  browser: Browser;
  random: Random;
  page: Page;
  /** Another tab. */
  other: Page;
}

/** What can happen: how likely it is, what it does, and what that is called. */
export interface Kind {
  weight: number;
  run: (scene: Scene) => string;
}
