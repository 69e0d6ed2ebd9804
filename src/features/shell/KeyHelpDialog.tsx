/** The dialog that lists all keyboard shortcuts. */
import { Modal, Text } from '@mantine/core';
import { Fragment } from 'react';

import { useDisplaySettings } from '@/ui/display/display-settings';
import { isApple } from '@/ui/keys/command-key';

import classes from './KeyHelpDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

interface KeyLine {
  what: string;
  /** Alternative shortcuts for one action, each a list of keys to press together. */
  keys: readonly (readonly string[])[];
}

const command = isApple() ? '⌘' : 'Ctrl';

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
            <kbd className={`${classes.key} border bg-page c-text text-center`} translate="no">
              {key}
            </kbd>
          )}
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** Returns whether a line has a shortcut that works although shortcuts of one key are off. */
const worksAlways = ({ keys }: KeyLine) => keys.some(([first, ...more]) => more.length > 0 || first === 'Esc');

export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = useDisplaySettings();
  const shown = groups.map(({ title, lines }) => ({ title, lines: singleKeys ? lines : lines.filter(worksAlways) }));
  return (
    <Modal opened onClose={onClose} title="キー操作" size="md" centered closeButtonProps={{ 'aria-label': '閉じる' }}>
      {shown.map(
        ({ title, lines }) =>
          lines.length > 0 && (
            <Fragment key={title}>
              <h3 className={`${classes.group} c-muted text-sm bold`}>{title}</h3>
              <dl className="m-0">
                {lines.map(({ what, keys }) => (
                  <div key={what} className={`${classes.line} row justify-between gap-16 border-bottom`}>
                    <dt>{what}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </Fragment>
          ),
      )}
      <Text size="sm" mt="md">
        {singleKeys
          ? 'j や ? など、キー1つでの操作は「表示設定」で使わないようにできます。'
          : 'キー1つでの操作は使わない設定です。「表示設定」で変えられます。'}
      </Text>
    </Modal>
  );
}
