/** A text shown as plain text, because it cannot be rendered. */
import classes from './markdown.module.css';

export interface MarkdownPlainProps {
  text: string;
  /** True if the text before it already shows the explanation for plain text. */
  isContinued?: boolean;
}

export function MarkdownPlain({ text, isContinued = false }: MarkdownPlainProps) {
  return (
    <>
      {!isContinued && (
        <p role="note" className={classes.notice}>
          長すぎるか複雑なため、ここは書かれたまま表示しています。
        </p>
      )}
      <div className={classes.plain}>{text}</div>
    </>
  );
}
