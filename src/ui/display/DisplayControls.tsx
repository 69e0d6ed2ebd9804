/**
 * Settings for text size, line spacing, font, furigana, colour scheme and shortcuts of one key: applied at once, stored
 * on this device.
 */
import { type MantineColorScheme, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useId, useState } from 'react';

import {
  changeDisplaySettings,
  type DisplaySettings,
  type Font,
  type LineSpacing,
  type TextSize,
  useDisplaySettings,
} from './display-settings';

import classes from './DisplayControls.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

/** The top bar covers this much of the window, in px. */
const TOP_PX = 64;
/** The selector excludes the table of contents, because that stays in view by itself. */
const blockSelector = 'main :is(h1, h2, h3, h4, p, li, pre, tr):not(nav *)';

/**
 * Runs a change of the page's layout, then scrolls so that the block of text just below the top bar keeps its position.
 */
export function keepReadingPlace(change: () => void): void {
  const blocks = window.scrollY > 0 ? [...document.querySelectorAll(blockSelector)] : [];
  const block = blocks.find((each) => each.getBoundingClientRect().bottom > TOP_PX);
  if (!block) return change();
  const before = block.getBoundingClientRect();
  // For a block that begins above the window, the share of its height above the window stays the same.
  const share = before.height > 0 ? Math.max(0, TOP_PX - before.top) / before.height : 0;
  const { style } = document.documentElement;
  // Without this, the browser's scroll anchoring would also move the page.
  style.overflowAnchor = 'none';
  change();
  const after = block.getBoundingClientRect();
  window.scrollBy(0, after.top + share * after.height - (before.top + share * before.height));
  requestAnimationFrame(() => (style.overflowAnchor = ''));
}

const schemes = [
  { value: 'auto', label: '端末に合わせる' },
  { value: 'light', label: 'ライト' },
  { value: 'dark', label: 'ダーク' },
] satisfies { value: MantineColorScheme; label: string }[];

const sizes = [
  { value: 'small', label: '小' },
  { value: 'normal', label: '標準' },
  { value: 'large', label: '大' },
  { value: 'largest', label: '特大' },
] satisfies { value: TextSize; label: string }[];

const spacings = [
  { value: 'narrow', label: 'せまい' },
  { value: 'normal', label: '標準' },
  { value: 'wide', label: 'ひろい' },
] satisfies { value: LineSpacing; label: string }[];

const fontChoices = [
  { value: 'gothic', label: 'ゴシック' },
  { value: 'mincho', label: '明朝' },
] satisfies { value: Font; label: string }[];

const furiganaChoices = [
  { value: 'on', label: '表示する' },
  { value: 'off', label: '表示しない' },
] satisfies { value: 'on' | 'off'; label: string }[];

const keyChoices = [
  { value: 'on', label: '使う' },
  { value: 'off', label: '使わない' },
] satisfies { value: 'on' | 'off'; label: string }[];

interface ChoiceProps<T extends string> {
  label: string;
  data: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, ...control }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="grid gap-6">
      <span id={id} className="text-sm semibold">
        {label}
      </span>
      <SegmentedControl
        {...control}
        fullWidth
        size="md"
        transitionDuration={0}
        aria-labelledby={id}
        classNames={{ label: classes.option }}
      />
    </div>
  );
}

/** A sample sentence, shown in the style of a lesson's text. */
function Sample({ furigana }: { furigana: boolean }) {
  const word = (text: string, reading: string) =>
    furigana ? (
      <ruby>
        {text}
        <rp>（</rp>
        <rt>{reading}</rt>
        <rp>）</rp>
      </ruby>
    ) : (
      text
    );
  return (
    <p className={classes.sample}>
      {word('見本', 'みほん')}：{word('文字', 'もじ')}のサイズや{word('行間', 'ぎょうかん')}、{word('書体', 'しょたい')}
      、 ふりがなの{word('有無', 'うむ')}を{word('確', 'たし')}かめられます。
    </p>
  );
}

export interface DisplayControlsProps {
  /** True to show a sample sentence; not needed where a text beside it shows the effect. */
  hasSample?: boolean;
}

export function DisplayControls({ hasSample = true }: DisplayControlsProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { textSize, lineSpacing, font, furigana, singleKeys } = useDisplaySettings();
  const [isKept, setKept] = useState(true);
  const change = (changes: Partial<DisplaySettings>) => keepReadingPlace(() => setKept(changeDisplaySettings(changes)));
  return (
    <div className="grid gap-12">
      <Choice label="文字のサイズ" data={sizes} value={textSize} onChange={(value) => change({ textSize: value })} />
      <Choice label="行間" data={spacings} value={lineSpacing} onChange={(value) => change({ lineSpacing: value })} />
      <div className={classes.pair}>
        <Choice label="書体" data={fontChoices} value={font} onChange={(value) => change({ font: value })} />
        <Choice
          label="ふりがな"
          data={furiganaChoices}
          value={furigana ? 'on' : 'off'}
          onChange={(value) => change({ furigana: value === 'on' })}
        />
      </div>
      <Choice label="配色" data={schemes} value={colorScheme} onChange={setColorScheme} />
      <Choice
        label="キー1つでの操作（j、k、→、?、1～9 など）"
        data={keyChoices}
        value={singleKeys ? 'on' : 'off'}
        onChange={(value) => change({ singleKeys: value === 'on' })}
      />
      {hasSample && <Sample furigana={furigana} />}
      {isKept ? (
        <Text size="sm" c="dimmed">
          この端末だけの設定です。
        </Text>
      ) : (
        <Text size="sm" role="alert" className="c-bad">
          この端末に保存できないため、アプリを閉じると元に戻ります。
        </Text>
      )}
    </div>
  );
}
