/** The dialog that lists all keyboard shortcuts. */
import { Modal } from '@mantine/core';
import { Fragment } from 'react';

import classes from './KeyHelpDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

interface KeyLine {
  what: string;
  /** Alternative shortcuts for one action, each a list of keys to press together. */
  keys: readonly (readonly string[])[];
}

/** The modifier key: ⌘ on Apple devices, else Ctrl. */
const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const groups: readonly { title: string; lines: readonly KeyLine[] }[] = [
  {
    title: 'どの画面でも',
    lines: [
      { what: 'さがす', keys: [[command, 'K']] },
      { what: 'この一覧を開く', keys: [['?']] },
      { what: '開いているものを閉じる', keys: [['Esc']] },
    ],
  },
  {
    title: 'レッスン',
    lines: [
      { what: '次のレッスンへ', keys: [['j'], ['→']] },
      { what: '前のレッスンへ', keys: [['k'], ['←']] },
    ],
  },
  {
    title: '読み上げ',
    lines: [
      { what: '再生・一時停止', keys: [['p']] },
      { what: '次の文へ', keys: [['n']] },
      { what: '前の文へ', keys: [['b']] },
    ],
  },
  { title: '問題', lines: [{ what: 'その番号の選択肢を選ぶ', keys: [['1'], ['2'], ['…'], ['9']] }] },
  {
    title: '入力画面',
    lines: [
      { what: '保存する', keys: [[command, 'S']] },
      { what: '保存して次のレッスンへ', keys: [[command, 'Enter']] },
    ],
  },
];

function Keys({ keys }: Pick<KeyLine, 'keys'>) {
  return keys.map((together, index) => (
    <Fragment key={together.join('+')}>
      {index > 0 && <span aria-hidden>・</span>}
      {together.map((key, position) => (
        <Fragment key={key}>
          {position > 0 && '+'}
          {key === '…' ? (
            <span>…</span>
          ) : (
            <kbd className={classes.key} translate="no">
              {key}
            </kbd>
          )}
        </Fragment>
      ))}
    </Fragment>
  ));
}

export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="キー操作" size="md" centered closeButtonProps={{ 'aria-label': '閉じる' }}>
      {groups.map(({ title, lines }) => (
        <Fragment key={title}>
          <h3 className={classes.group}>{title}</h3>
          <dl className={classes.keys}>
            {lines.map(({ what, keys }) => (
              <div key={what} className={classes.line}>
                <dt>{what}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </Modal>
  );
}
