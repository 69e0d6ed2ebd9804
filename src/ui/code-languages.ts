/** The languages that code in lessons is coloured for, by every name an author may write. */

/** Name behind the opening fence → the highlighter's own name. */
const languages: Readonly<Record<string, string>> = {
  bash: 'bash',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  python: 'python',
  py: 'python',
  javascript: 'javascript',
  js: 'javascript',
  jsx: 'javascript',
  typescript: 'typescript',
  ts: 'typescript',
  tsx: 'typescript',
  json: 'json',
  sql: 'sql',
  diff: 'diff',
  patch: 'diff',
  yaml: 'yaml',
  yml: 'yaml',
  xml: 'xml',
  html: 'xml',
  svg: 'xml',
  css: 'css',
};

/** The highlighter's language for an author's name; undefined for code that stays plain. */
export function readLanguage(name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(languages, key) ? languages[key] : undefined;
}
