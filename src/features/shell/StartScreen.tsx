/** The loading indicator while the start-up guard loads user and info (specification §2). */
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import classes from './StartScreen.module.css';

export function StartScreen() {
  return (
    <div className={classes.screen}>
      <div className={classes.bar}>
        <img src="/logo.webp" width={32} height={32} alt="" />
        まなびば
      </div>
      <main className={classes.content}>
        <ScreenSkeleton shape="cards" />
      </main>
    </div>
  );
}
