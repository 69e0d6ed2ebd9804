/** The web app manifest (W3C Web Application Manifest). */

/** The colours of the browser and system bars: those of --m-surface and --m-bg in public/skeleton.css. */
const lightColors = { theme_color: '#ffffff', background_color: '#f8f7f3' };
const darkColors = { theme_color: '#1a2029', background_color: '#11151b' };

/** Name, icons, colours and shortcuts of the installed app. */
export const manifest = {
  id: '/',
  name: 'まなびば',
  short_name: 'まなびば',
  description: '電波がなくても学べて、学習の記録をなくさない学習アプリ',
  lang: 'ja',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // A tap on the installed app's icon reuses the open window.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  orientation: 'any',
  categories: ['education', 'productivity'],
  ...lightColors,
  // Dark colours for the installed app: few browsers support this yet; <meta name="theme-color"> does the same for an
  // open window.
  color_scheme_dark: darkColors,
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    ['narrow-home', '780x1688', 'narrow', 'ホーム：続きから、今週の学習、学習中のコース'],
    ['narrow-lesson', '780x1688', 'narrow', 'レッスン：ふりがな、数式、コードつきの本文'],
    ['wide-course', '1366x768', 'wide', 'コース：章とレッスンの進捗'],
    ['wide-lesson', '1366x768', 'wide', 'レッスン：本文と目次'],
  ].map(([name, sizes, form_factor, label]) => {
    return { src: `/screenshots/${name}.webp`, sizes, type: 'image/webp', form_factor, label };
  }),
  shortcuts: [
    { name: '続きから', description: '次のレッスンを開く', url: '/continue' },
    { name: '復習', description: '前回まちがえた問題を解く', url: '/review' },
    { name: 'コース', description: 'コースの一覧を開く', url: '/courses' },
  ].map((shortcut) => ({
    ...shortcut,
    icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
};
