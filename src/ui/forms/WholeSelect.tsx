/** A native select that repeats its choice below when the field is too narrow to show it. */
import { NativeSelect, type NativeSelectProps, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import '@mantine/core/styles/Combobox.layer.css';

/** Space that browsers reserve around the text, beside the field's padding. */
const MARGIN_PX = 8;

function widthOf(words: string, font: string): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = font;
  return pen.measureText(words).width;
}

/** Returns the selected option's text if the field is too narrow to show all of it. */
function cutWords(field: HTMLSelectElement): string | undefined {
  const words = field.selectedOptions[0]?.text;
  if (!words || field.clientWidth === 0) return undefined;
  // The shorthand `font` is empty where numerals are tabular.
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - MARGIN_PX;
  return widthOf(words, `${fontWeight} ${fontSize} ${fontFamily}`) > room ? words : undefined;
}

/** Measures whether the text fits: after each render, which every choice causes, and when the field's size changes. */
function useCutWords() {
  const ref = useRef<HTMLSelectElement>(null);
  const [words, setWords] = useState<string>();
  const look = useEffectEvent(() => setWords(ref.current ? cutWords(ref.current) : undefined));
  useEffect(() => look());
  useEffect(() => {
    const observer = new ResizeObserver(() => look());
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, words };
}

export function WholeSelect(props: NativeSelectProps) {
  const { ref, words } = useCutWords();
  return (
    <NativeSelect
      {...props}
      ref={ref}
      inputContainer={(field) => (
        <>
          {field}
          {/* Screen readers already read the whole choice. */}
          {words && (
            <Text size="sm" mt={4} aria-hidden data-whole>
              {words}
            </Text>
          )}
        </>
      )}
    />
  );
}
