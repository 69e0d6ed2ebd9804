/**
 * Warns of Safari's 7-day eviction before a course is saved in a tab that is not installed. Other browsers show
 * nothing.
 */
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useEvictionNotice } from '@/device/install';

import classes from './EvictionNotice.module.css';
import '@mantine/core/styles/Alert.layer.css';

export function EvictionNotice() {
  if (!useEvictionNotice()) return null;
  return (
    <Alert
      color="yellow"
      title="先にホーム画面に追加してください"
      className={`${classes.notice} border bg-wait c-text`}
    >
      Safariのタブのままでは、7日間使わないと、保存した教材が端末から消えることがあります。
      <Link to="/mypage" hash="install" className="row touch c-primary">
        ホーム画面に追加する方法
      </Link>
    </Alert>
  );
}
