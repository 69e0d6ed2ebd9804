/** Explains how to install a Japanese voice, on a device that has none. */
import { readInstallPlatform } from '@/device/install-platform';

import { synthesis } from './voices';

import classes from './LessonVoice.module.css';

type System = 'ios' | 'android' | 'windows' | 'mac' | 'other';

const steps = {
  ios: '「設定」→「アクセシビリティ」→「読み上げコンテンツ」→「声」→「日本語」で、声をダウンロードします。',
  android:
    '「設定」→「ユーザー補助」→「テキスト読み上げ」で、音声エンジンの設定から「音声データをインストール」→「日本語」を選びます。',
  windows: '「設定」→「時刻と言語」→「音声認識」→「音声を追加」で「日本語」を追加し、ブラウザーを開き直します。',
  mac: '「システム設定」→「アクセシビリティ」→「読み上げコンテンツ」→「システムの声」→「声を管理」で、「日本語」の声を追加します。',
  other: '端末の設定で、読み上げ（音声合成）の日本語の声を追加します。',
} satisfies Record<System, string>;

/** Returns the device's operating system. */
export function readSystem(traits: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): System {
  const platform = readInstallPlatform(traits);
  if (platform === 'ios') return 'ios';
  if (/Android/.test(traits.userAgent)) return 'android';
  if (/Windows/.test(traits.userAgent)) return 'windows';
  return /Macintosh/.test(traits.userAgent) ? 'mac' : 'other';
}

export function VoiceHelp() {
  if (!synthesis())
    return (
      <p className={classes.words} role="status">
        このブラウザーには読み上げの機能がありません。ほかのブラウザーでお試しください。
      </p>
    );
  return (
    <div className={classes.words} role="status">
      <p className={classes.title}>この端末に日本語の声がありません</p>
      <p>{steps[readSystem(navigator)]}</p>
      <p className={classes.small}>端末の声だけを使うため、電波がなくても使え、本文は外へ送られません。</p>
    </div>
  );
}
