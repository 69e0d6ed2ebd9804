/** A native select whose choice can be read whole: it stands below where the field is too narrow for it. */
import { NativeSelect, type NativeSelectProps, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import '@mantine/core/styles/Combobox.layer.css';

/** What a browser keeps free around the words, beside the field's own padding. */
const MARGIN_PX = 8;

function widthOf(words: string, font: string): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = font;
  return pen.measureText(words).width;
}

/** The words of the choice, where the field cuts them. */
function cutWords(field: HTMLSelectElement): string | undefined {
  const words = field.selectedOptions[0]?.text;
  if (!words || field.clientWidth === 0) return undefined;
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - MARGIN_PX;
  return widthOf(words, font) > room ? words : undefined;
}

/** Looked at anew at each render, which every choice causes, and when the field's size changes. */
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
          {/* A reader says the choice whole. */}
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
