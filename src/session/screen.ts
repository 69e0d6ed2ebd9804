/** The columns of the table of screens (screens.ts). */
import type { Access, Permission } from './roles';

/** The icons of the side menu; AppLayout.tsx draws them. */
export type MenuIcon = 'book' | 'building' | 'clock' | 'database' | 'home' | 'messages' | 'trash' | 'users';

/**
 * A screen's entry in the side menu. A `$companyId` in the screen's path is replaced by the user's own company; a user
 * without a company has no such entry.
 */
interface MenuEntry {
  icon: MenuIcon;
  /** The entry's label where it differs from the screen's title. */
  label?: string;
  /** The permission needed to see the menu entry, where that differs from who may open the screen. */
  permission?: Permission;
}

/** One row of the table of screens. */
export interface Screen<A extends Access = Access> {
  /**
   * Who may open the screen. A permission is checked by the guard of `src/routes/_app/_staff.tsx`, so such a route lies
   * in `_staff/`. Without the capability that it needs of the server, the screen is not found and has no menu entry.
   */
  access: A;
  /**
   * True if the screen opens without a network once the device has its data. False: the device stores none of the
   * screen's data (docs/offline.md, law 3), and without a network the error screen says so.
   */
  worksOffline: boolean;
  /**
   * The title: heading, last breadcrumb and document title. Absent if the title is the name of the item shown: then the
   * loader returns the breadcrumbs as `crumbs`.
   */
  title?: string;
  /** The screen's title for students, where it differs. */
  studentTitle?: string;
  /**
   * Set if the loader returns the breadcrumb trail although the title is known, because a name in the trail must be
   * loaded.
   */
  trail?: 'loaded';
  /** The parent screen, in the breadcrumbs and in the side menu; home if absent. */
  parent?: string;
  menu?: MenuEntry;
  /** The part of the screen that the device keeps as HTML for the next start (docs/decisions/0043). */
  prerender?: 'lesson' | 'outline';
  /** True while questions are answered on the screen: no dialog and no app update may interrupt the user. */
  isAnswering?: true;
  /** True if the screen may offer to install the app. */
  offersInstall?: true;
  /** The part of the build that the screen is loaded with, if it shares one (server/tooling/bundling/parts.ts). */
  part?: 'course-list' | 'home' | 'lesson' | 'login' | 'profile' | 'questions';
  /** The style sheet that the screen shares; the dialogs' sheet if absent. */
  sheet?: 'lists' | 'study';
  /**
   * Set if the build keeps loader, component and styles in one part, as it does with the loaders of all screens of
   * staff. Other loaders are in the layout's chunk and run while the screen's code loads.
   */
  isOnePart?: true;
}
