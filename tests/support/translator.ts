/**
 * Translates the page as browsers do: replaces each present and later added text by `<font><font>[T] …</font></font>`.
 * Runs in the page, so it must not refer to anything outside itself.
 *
 * @returns a function that stops the translation.
 */
export function startTranslator(): () => void {
  const left = 'script,style,textarea,input,font,[translate="no"],.notranslate';
  const wrap = (node: Text) => {
    if (!node.data.trim() || !node.parentElement || node.parentElement.closest(left)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `[T] ${node.data}`;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode as Text);
    nodes.forEach(wrap);
  };
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Text) wrap(node);
      else if (node.nodeName !== 'FONT') wrapAll(node);
    }
  });
  wrapAll(document.body);
  observer.observe(document.body, { childList: true, subtree: true });
  document.documentElement.lang = 'vi';
  return () => observer.disconnect();
}
