/** Highlights the sentence being spoken, without changing the text's elements. */
import { Portal } from '@mantine/core';
import { useEffect, useState } from 'react';

import classes from './SentenceMark.module.css';

const NAME = 'lesson-voice';

/** Firefox supports CSS highlights since 140, Safari since 17.2; in older browsers boxes are drawn over the text. */
const hasHighlights = typeof Highlight !== 'undefined';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the boxes to draw over parts that a CSS highlight cannot show: pictures, and in older browsers all text except ruby readings. */
function readBoxes(range: Range): Box[] {
  const boxes: Box[] = [];
  const add = ({ left, top, width, height }: DOMRect) => {
    if (width > 0 && height > 0) boxes.push({ left: left + scrollX, top: top + scrollY, width, height });
  };
  const { commonAncestorContainer: root } = range;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (!range.intersectsNode(node)) return NodeFilter.FILTER_REJECT;
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    if (node instanceof Element && node.matches('rt, rp, dialog, .katex-mathml')) return NodeFilter.FILTER_REJECT;
    return node.nodeName === 'IMG' ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  });
  for (let node: Node | null = root instanceof Text ? root : walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLImageElement) add(node.getBoundingClientRect());
    else if (!hasHighlights && node instanceof Text) {
      const part = document.createRange();
      part.setStart(node, node === range.startContainer ? range.startOffset : 0);
      part.setEnd(node, node === range.endContainer ? range.endOffset : node.data.length);
      Array.from(part.getClientRects(), add);
    }
  }
  return boxes;
}

export function SentenceMark({ range }: { range: Range }) {
  const [boxes, setBoxes] = useState<Box[]>([]);
  useEffect(() => {
    if (typeof Highlight === 'undefined') return undefined;
    CSS.highlights.set(NAME, new Highlight(range));
    return () => void CSS.highlights.delete(NAME);
  }, [range]);
  useEffect(() => {
    const read = () => setBoxes(readBoxes(range));
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    // Listen in the capture phase, because wide tables scroll inside themselves and scroll events do not bubble.
    document.addEventListener('scroll', read, { capture: true, passive: true });
    read();
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', read, { capture: true });
    };
  }, [range]);
  return (
    <Portal>
      {boxes.map((box, index) => (
        <div key={index} className={classes.box} style={box} aria-hidden />
      ))}
    </Portal>
  );
}
