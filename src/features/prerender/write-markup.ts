/** Serializes rendered elements as inert HTML: no script, no handler, no style attribute, no unchecked URL. */
import { pictureAddress } from '@/device/prerendered-lessons';
import { readLink } from '@/ui/markdown/allowed-links';

import { inertDeclarations, isInert, isInertAttribute, voidElements } from './inert-markup';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
}

/** Class names by style declarations: equal style attributes share one CSS rule. */
export type StyleRules = Map<string, string>;

/** Returns the class of the rule with these declarations; adds the rule if it is new. */
export function nameRule(declarations: string, rules: StyleRules): string {
  const name = rules.get(declarations) ?? `painted-${rules.size}`;
  rules.set(declarations, name);
  return name;
}

function ruleFor(element: Element, rules: StyleRules): string {
  const { style } = element as HTMLElement | SVGElement;
  const declarations = (style as CSSStyleDeclaration | undefined)?.length ? inertDeclarations(style) : '';
  return declarations === '' ? '' : nameRule(declarations, rules);
}

/** Returns the collected rules as the text of a style sheet. */
export function writeRules(rules: StyleRules): string {
  return [...rules].map(([declarations, name]) => `.${name}{${declarations}}`).join('\n');
}

function readAddress(element: Element, name: string, value: string): string | undefined {
  if (name === 'href') return element.localName === 'a' ? readLink(value)?.href : undefined;
  if (name === 'src') return element.localName === 'img' ? pictureAddress(value) : undefined;
  return isInertAttribute(name, value) ? value : undefined;
}

/** Returns the tag for an element. Controls do not work before the app runs, so buttons and checkboxes are inert or disabled; a button with a picture becomes a span, so that the picture keeps its text alternative. */
function nameOf(element: Element): { name: string; more: string } {
  const name = element.localName;
  if (name === 'button') return element.querySelector('img') ? { name: 'span', more: '' } : { name, more: ' inert' };
  if (name !== 'input') return { name, more: '' };
  const { checked } = element as HTMLInputElement;
  return { name, more: ` type="checkbox" disabled${checked ? ' checked' : ''}` };
}

/** Writes an element's attributes; its style attribute becomes a class. @param isWritten returns false for attributes to leave out. */
export function writeAttributes(
  element: Element,
  rules: StyleRules,
  isWritten: (name: string) => boolean = () => true,
): string {
  const rule = ruleFor(element, rules);
  const names = element.getAttributeNames().filter(isWritten);
  const written = names.flatMap((name) => {
    const value = readAddress(element, name, element.getAttribute(name) ?? '');
    if (value === undefined || (rule !== '' && name === 'class')) return [];
    return ` ${name}="${escapeMarkup(value)}"`;
  });
  const classes =
    rule === '' ? '' : ` class="${escapeMarkup(`${element.getAttribute('class') ?? ''} ${rule}`.trim())}"`;
  return written.join('') + classes;
}

/** Returns true for temporary elements, such as status messages, text fields and floating buttons: a prerendered page leaves them out. */
function isOfTheMoment(element: Element): boolean {
  if (element.getAttribute('role') === 'status' || element.hasAttribute('data-not-prerendered')) return true;
  if (element.localName === 'input') return (element as HTMLInputElement).type !== 'checkbox';
  return element.localName === 'button' && getComputedStyle(element).position === 'fixed';
}

/**
 * Writes a node with its descendants.
 *
 * @param rules collects the rules of style attributes.
 * @param isLeftOut returns true for elements to leave out.
 */
export function writeMarkup(node: Node, rules: StyleRules, isLeftOut: (element: Element) => boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeMarkup(node.nodeValue ?? '');
  if (!(node instanceof Element) || !isInert(node) || isOfTheMoment(node) || isLeftOut(node)) return '';
  const { name, more } = nameOf(node);
  const start = `<${name}${writeAttributes(node, rules)}${more}>`;
  if (voidElements.has(name)) return start;
  const content = [...node.childNodes].map((child) => writeMarkup(child, rules, isLeftOut)).join('');
  // The HTML parser drops the first line break of a `pre`, so it is written twice.
  return `${start}${name === 'pre' && content.startsWith('\n') ? '\n' : ''}${content}</${name}>`;
}
