/** The parser rule for emphasis: micromark pairs the signs, `markdown-signs.ts` decides which may open and close. */
import type { Strong } from 'mdast';
import type { Extension as NodeExtension } from 'mdast-util-from-markdown';
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

import { LOOK_AROUND, sidesOf } from './markdown-signs';

const signs: Construct = {
  ...attention,
  tokenize(effects, ok) {
    const start = this.now();
    const from = { ...start, _bufferIndex: Math.max(0, start._bufferIndex - LOOK_AROUND) };
    const before = start._bufferIndex > 0 ? this.sliceSerialize({ start: from, end: start }) : '';
    let sign: Code;
    const begin: State = (code) => {
      sign = code;
      effects.enter('attentionSequence');
      return inside(code);
    };
    const inside: State = (code) => {
      if (code === sign) {
        effects.consume(code);
        return inside;
      }
      const token = effects.exit('attentionSequence');
      // The parser's codes for line endings and tabs are negative.
      const hasNext = code !== null && code > 0;
      const { end } = token;
      const ahead = { start: end, end: { ...end, _bufferIndex: end._bufferIndex + LOOK_AROUND } };
      const { canOpen, canClose } = sidesOf(
        this.sliceSerialize(token),
        before,
        hasNext ? this.sliceSerialize(ahead) : '',
      );
      token._open = canOpen;
      token._close = canClose;
      return ok(code);
    };
    return begin;
  },
};

export const attentionSyntax: Extension = {
  text: Object.fromEntries(Array.from('*_~=+', (sign) => [sign.charCodeAt(0), signs])),
};

const tags: Readonly<Record<string, NonNullable<Strong['data']>['tag']>> = { '~': 'del', '=': 'mark', '+': 'ins' };

/** Sets the tag of each pair of two signs, because the parser calls all of them strong. */
export const attentionNodes: NodeExtension = {
  enter: {
    strong(token) {
      const tag = tags[this.sliceSerialize(token).charAt(0)];
      this.enter({ type: 'strong', children: [], ...(tag && { data: { tag } }) }, token);
    },
  },
};
