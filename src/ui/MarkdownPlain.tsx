/** A text as it was written, where it cannot be laid out. */
import classes from './markdown.module.css';

export function MarkdownPlain({ text }: { text: string }) {
  return (
    <>
      <p role="note" className={classes.notice}>
        本文が長すぎるか複雑なため、そのまま表示しています。
      </p>
      <div className={classes.plain}>{text}</div>
    </>
  );
}
