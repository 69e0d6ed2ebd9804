/**
 * The kinds of callouts by the names that GitHub, Qiita, Zenn, Docusaurus, VitePress, MkDocs, HackMD and Obsidian use.
 */

/** The severity of the callout. */
export type CalloutKind = 'note' | 'tip' | 'warning' | 'danger' | 'details';

export interface Callout {
  kind: CalloutKind;
  /** The title of a callout that has none in the text; '' for no title. */
  title: string;
}

/** The kind, default title and accepted names of each callout. */
const table: [CalloutKind, title: string, names: string][] = [
  ['note', '補足', 'note info primary secondary default'],
  ['note', '', 'message admonition callout panel box tab include'],
  ['note', '問題（ここでは答えられません）', 'quiz'],
  ['note', '要約', 'abstract summary tldr'],
  ['note', '例', 'example'],
  ['note', '引用', 'quote cite'],
  ['note', '質問', 'question help faq'],
  ['note', 'やること', 'todo'],
  ['note', '関連', 'seealso'],
  ['tip', 'ヒント', 'tip hint'],
  ['tip', '確認', 'success check done'],
  ['warning', '重要', 'important'],
  ['warning', '注意', 'warning warn attention alert'],
  ['danger', '警告', 'caution danger error failure fail missing bug'],
  ['details', '詳細', 'details detail spoiler collapse toggle'],
];

const kinds = new Map(
  table.flatMap(([kind, title, names]) => names.split(' ').map((name): [string, Callout] => [name, { kind, title }])),
);

/** Returns the kind of a callout by its name, ignoring upper and lower case; undefined for an unknown name. */
export function calloutOf(name: string): Callout | undefined {
  return kinds.get(name.toLowerCase());
}
