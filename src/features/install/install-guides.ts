/** The installation steps of each platform in words; InstallHelp.tsx draws the pictures. */
import type { InstallPlatform } from '@/device/install-platform';

/** The scene that an installation step's picture shows. */
export type StepScene =
  | 'share'
  | 'phone-menu'
  | 'list'
  | 'confirm'
  | 'window-confirm'
  | 'home'
  | 'address-bar'
  | 'menu-bar'
  | 'dock';

export interface InstallStep {
  scene: StepScene;
  text: string;
}

export interface InstallGuide {
  /** The everyday name of the platform's device and browser. */
  name: string;
  steps: readonly InstallStep[];
  /** A hint below the steps. */
  note?: string;
}

const onHome = 'ホーム画面のアイコンから開きます。はじめに一度だけ、ログインしてください。';

/** The guides by platform, in display order. */
export const installGuides = {
  ios: {
    name: 'iPhone・iPad（Safari）',
    steps: [
      {
        scene: 'share',
        text: '共有ボタン（四角から上向きの矢印）を押します。iPhoneは画面の下、iPadは右上にあります。見えないときは「…」を押してから「共有」を選びます。',
      },
      { scene: 'list', text: '下へ送って「ホーム画面に追加」を選びます。' },
      { scene: 'confirm', text: '「Webアプリとして開く」があればオンにして、右上の「追加」を押します。' },
      { scene: 'home', text: onHome },
    ],
    note: 'Safariのタブのままでは、7日間使わないと、端末に保存した教材や送信前の学習が消えることがあります。追加すると、この期限はなくなります。追加したアプリの保存場所はSafariと別なので、送信待ちの学習があるときは、先に送信してから追加してください。',
  },
  android: {
    name: 'Android（Chrome・Edge）',
    steps: [
      { scene: 'phone-menu', text: '画面のすみのメニュー（点が3つのボタン）を押します。' },
      { scene: 'list', text: '「ホーム画面に追加」または「アプリをインストール」を選びます。' },
      { scene: 'confirm', text: '「インストール」を押します。' },
      { scene: 'home', text: 'ホーム画面のアイコンから開きます。' },
    ],
  },
  'firefox-android': {
    name: 'Android（Firefox）',
    steps: [
      { scene: 'phone-menu', text: '画面のすみのメニュー（点が3つのボタン）を押します。' },
      { scene: 'list', text: '「ホーム画面に追加」または「アプリをホーム画面に追加」を選びます。' },
      { scene: 'confirm', text: '「自動的に追加」または「追加」を押します。' },
      { scene: 'home', text: 'ホーム画面のアイコンから開きます。' },
    ],
  },
  desktop: {
    name: 'パソコン（Chrome・Edge）',
    steps: [
      { scene: 'address-bar', text: 'アドレス欄の右はしの、インストールのアイコンを押します。' },
      { scene: 'window-confirm', text: '「インストール」を押します。' },
      { scene: 'dock', text: 'タスクバーやDock、スタートメニューから開けます。' },
    ],
    note: 'アイコンが見えないときは、ブラウザのメニューから「アプリ」→「このサイトをアプリとしてインストール」（Edge）または「キャスト、保存、共有」→「ページをアプリとしてインストール」（Chrome）を選びます。',
  },
  'mac-safari': {
    name: 'Mac（Safari）',
    steps: [
      { scene: 'menu-bar', text: '画面の上のメニューバーで「ファイル」を開き、「Dockに追加」を選びます。' },
      { scene: 'window-confirm', text: '「追加」を押します。' },
      { scene: 'dock', text: 'Dockのアイコンから開きます。はじめに一度だけ、ログインしてください。' },
    ],
    note: '「Dockに追加」があるのは、macOS Sonoma（14）からです。',
  },
  firefox: {
    name: 'パソコン（Firefox）',
    steps: [
      { scene: 'address-bar', text: 'Windowsでは、アドレス欄の右はしの「タスクバーに追加」を押します。' },
      { scene: 'dock', text: 'タスクバーのアイコンから開けます。' },
    ],
    note: 'MacとLinuxのFirefoxは、アプリの追加に対応していません。ChromeかEdgeで開くか、ブックマークに追加してください。オフラインでの学習は、そのままFirefoxでもできます。',
  },
} as const satisfies Record<InstallPlatform, InstallGuide>;
