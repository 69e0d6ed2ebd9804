/**
 * 「ホーム画面に追加」 (add to home screen) on my page: the browser's install prompt if it has one, and the steps for every
 * platform.
 */
import { Button, Card, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import IconChevronRight from '~icons/chevron-right';
import IconCircleCheckFilled from '~icons/circle-check-filled';

import { hasBadge } from '@/device/badge';
import { askForBadge, type BadgeState, useBadgeState } from '@/device/badge-permission';
import { useInstallState } from '@/device/install';
import type { InstallPlatform } from '@/device/install-platform';
import { install } from '@/device/install-prompt';

import classes from './InstallHelp.module.css';

// The installation steps of each platform in words.

/** The scene that an installation step's picture shows. */
type StepScene =
  | 'share'
  | 'phone-menu'
  | 'list'
  | 'confirm'
  | 'window-confirm'
  | 'home'
  | 'address-bar'
  | 'menu-bar'
  | 'dock';

interface InstallStep {
  scene: StepScene;
  text: string;
}

interface InstallGuide {
  /** The everyday name of the platform's device and browser. */
  name: string;
  steps: readonly InstallStep[];
  /** A hint below the steps. */
  note?: string;
}

const onHome = 'ホーム画面のアイコンから開きます。はじめに一度だけ、ログインしてください。';

/** The guides by platform, in display order. */
const installGuides = {
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

const platforms = Object.keys(installGuides) as InstallPlatform[];

function OtherGuides({ own }: { own: InstallPlatform }) {
  return (
    <div className="border-top">
      {platforms
        .filter((platform) => platform !== own)
        .map((platform) => (
          <details key={platform} className={`${classes.other} border-bottom`}>
            <summary>
              <IconChevronRight size={18} aria-hidden />
              {installGuides[platform].name}
            </summary>
            <div className={classes.otherSteps}>
              <InstallSteps {...installGuides[platform]} />
            </div>
          </details>
        ))}
    </div>
  );
}

export function InstallHelp() {
  const { platform, isInstalled, canAsk } = useInstallState();
  const [isAsking, setAsking] = useState(false);
  const handleInstall = () => {
    setAsking(true);
    void install().finally(() => setAsking(false));
  };
  return (
    <Card component="section" aria-labelledby="install-help" id="install" className="grid gap-12">
      <h2 id="install-help" className="m-0 text-xl">
        ホーム画面に追加
      </h2>
      {isInstalled ? (
        <>
          <p className="row gap-8 m-0 c-ok bold">
            <IconCircleCheckFilled size={20} aria-hidden />
            アプリとして追加済みです。
          </p>
          {hasBadge() && <BadgeSetting />}
        </>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            アプリのように1回で開けて、保存した教材や送信前の学習が消えにくくなります。
          </Text>
          {canAsk && (
            <Button onClick={handleInstall} loading={isAsking} className="justify-self-start">
              この端末に追加する
            </Button>
          )}
          <h3 className="m-6-0-0 text-lg">{installGuides[platform].name}</h3>
          <InstallSteps {...installGuides[platform]} />
        </>
      )}
      <h3 className="m-6-0-0 text-lg">{isInstalled ? 'ほかの端末に追加する' : 'ほかの端末・ブラウザ'}</h3>
      <OtherGuides own={platform} />
    </Card>
  );
}

/** The installation steps of one platform, with pictures. */
function InstallSteps({ steps, note }: InstallGuide) {
  return (
    <>
      <ol className={`${classes.steps} plain-list grid`}>
        {steps.map(({ scene, text }, index) => (
          <li key={text} className="flex gap-12 items-start">
            <StepPicture scene={scene} />
            <p className={classes.text}>
              <span className={`${classes.number} row round text-xs bold`} aria-hidden>
                {index + 1}
              </span>
              {text}
            </p>
          </li>
        ))}
      </ol>
      {note && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {note}
        </Text>
      )}
    </>
  );
}

/** Draws a phone with `children` on its screen. */
function Phone({ children }: { children: ReactNode }) {
  return (
    <>
      <rect className={classes.frame} x="26" y="3" width="44" height="74" rx="8" />
      {children}
    </>
  );
}

/** Draws a desktop browser window with `children` inside. */
function DesktopWindow({ children }: { children?: ReactNode }) {
  return (
    <>
      <rect className={classes.frame} x="6" y="12" width="84" height="56" rx="6" />
      <path className={classes.line} d="M6 27h84" />
      <circle className={classes.faint} cx="13" cy="19.5" r="2" />
      <circle className={classes.faint} cx="20" cy="19.5" r="2" />
      {children}
    </>
  );
}

/** Draws the share sign: a square with an arrow pointing up out of it. */
function ShareSign() {
  return <path className={classes.sign} d="M48 70V61M45 63.5l3-3 3 3M44 65.5h-1.5v7h11v-7H52" />;
}

/** Draws a home screen as a grid of icons; one of them is the app's. */
function AppIcons() {
  return (
    <>
      {[33, 44, 55].map((x) => (
        <rect key={x} className={classes.faint} x={x} y="14" width="8" height="8" rx="2" />
      ))}
      <rect className={classes.faint} x="33" y="27" width="8" height="8" rx="2" />
      <rect className={classes.mark} x="43" y="26" width="11" height="11" rx="3" />
      <path className={classes.onMark} d="M46 31.5l2 2 3.5-4" />
    </>
  );
}

const scenes = {
  share: (
    <Phone>
      <path className={classes.line} d="M26 58h44" />
      <path className={classes.faintLine} d="M33 13h24M33 20h30M33 27h18" />
      <circle className={classes.ring} cx="48" cy="67" r="8" />
      <ShareSign />
    </Phone>
  ),
  'phone-menu': (
    <Phone>
      <path className={classes.line} d="M26 19h44" />
      <path className={classes.faintLine} d="M32 11h22M33 28h30M33 35h24M33 42h28" />
      <circle className={classes.ring} cx="63" cy="11" r="6" />
      <path className={classes.dots} d="M63 8v0M63 11v0M63 14v0" />
    </Phone>
  ),
  list: (
    <Phone>
      <path className={classes.faintLine} d="M33 14h22M33 24h26M33 60h20M33 68h24" />
      <rect className={classes.row} x="29" y="34" width="38" height="16" rx="4" />
      <path className={classes.sign} d="M34 42h16" />
      <rect className={classes.signBox} x="54" y="37.500" width="9" height="9" rx="2" />
      <path className={classes.sign} d="M58.500 39.500v5M56 42h5" />
    </Phone>
  ),
  confirm: (
    <Phone>
      <rect className={classes.sheet} x="30" y="22" width="36" height="36" rx="5" />
      <rect className={classes.faint} x="34" y="27" width="9" height="9" rx="2" />
      <path className={classes.faintLine} d="M47 29h13M47 34h9" />
      <rect className={classes.mark} x="44" y="44" width="18" height="9" rx="3" />
      <path className={classes.onMark} d="M49 48.500h8" />
    </Phone>
  ),
  'window-confirm': (
    <DesktopWindow>
      <rect className={classes.sheet} x="44" y="30" width="42" height="32" rx="5" />
      <rect className={classes.faint} x="49" y="35" width="9" height="9" rx="2" />
      <path className={classes.faintLine} d="M62 37h17M62 42h10" />
      <rect className={classes.mark} x="62" y="49" width="19" height="9" rx="3" />
      <path className={classes.onMark} d="M67 53.500h9" />
    </DesktopWindow>
  ),
  home: (
    <Phone>
      <AppIcons />
    </Phone>
  ),
  'address-bar': (
    <DesktopWindow>
      <rect className={classes.faint} x="28" y="16" width="42" height="7" rx="3.500" />
      <circle className={classes.ring} cx="78" cy="19.500" r="6" />
      <path className={classes.sign} d="M78 16v5M76 19l2 2 2-2M75.500 23h5" />
      <path className={classes.faintLine} d="M16 38h40M16 47h52M16 56h30" />
    </DesktopWindow>
  ),
  'menu-bar': (
    <>
      <rect className={classes.frame} x="6" y="8" width="84" height="64" rx="6" />
      <path className={classes.line} d="M6 20h84" />
      <path className={classes.faintLine} d="M12 14h6M44 14h10M60 14h10" />
      <rect className={classes.row} x="23" y="10" width="16" height="8" rx="2" />
      <path className={classes.sign} d="M27 14h8" />
      <rect className={classes.sheet} x="23" y="22" width="40" height="42" rx="4" />
      <path className={classes.faintLine} d="M29 30h22M29 38h26" />
      <rect className={classes.row} x="26" y="45" width="34" height="11" rx="3" />
      <path className={classes.sign} d="M31 50.500h20" />
    </>
  ),
  dock: (
    <>
      <rect className={classes.frame} x="6" y="10" width="84" height="60" rx="6" />
      <rect className={classes.sheet} x="20" y="50" width="56" height="15" rx="5" />
      {[25, 58, 67].map((x) => (
        <rect key={x} className={classes.faint} x={x} y="54" width="7" height="7" rx="2" />
      ))}
      <rect className={classes.mark} x="38" y="51" width="13" height="13" rx="4" />
      <path className={classes.onMark} d="M41.500 57.500l2.500 2.500 4-4.500" />
    </>
  ),
} satisfies Record<StepScene, ReactNode>;

/** The picture beside an installation step: a line drawing of the device, with the control to press in colour. */
function StepPicture({ scene }: { scene: StepScene }) {
  return (
    <svg className={`${classes.picture} block flex-none rounded-md bg-tint edge`} viewBox="0 0 96 80" aria-hidden>
      {scenes[scene]}
    </svg>
  );
}

const words = {
  on: 'オンです。送信待ちと復習の数を表示します。',
  off: 'オフです。通知を許可すると、送信待ちと復習の数を表示します。通知は送りません。',
  refused:
    'オフです。この端末では、通知が許可されていないと表示できません。端末の設定で、このアプリの通知を許可してください。',
} satisfies Record<BadgeState, string>;

/**
 * The setting アイコンの数字 (number on the app's icon): its state, and a button if the device must ask for permission first.
 */
function BadgeSetting() {
  const state = useBadgeState();
  return (
    <>
      <h3 className="m-6-0-0 text-lg">アイコンの数字</h3>
      <Text size="sm" role="status">
        {words[state]}
      </Text>
      {state === 'off' && (
        <Button variant="default" onClick={() => void askForBadge()} className="justify-self-start">
          数字をオンにする
        </Button>
      )}
    </>
  );
}
