/** A text shown as plain text, because it cannot be rendered. */
import classes from './markdown.module.css';

export interface MarkdownPlainProps {
  text: string;
  /** True if the plain text directly above already shows the explanation why it is plain. */
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
