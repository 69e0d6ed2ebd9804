/**
 * Finds CSS that an oldest supported browser lacks and that has no guard: an earlier declaration of the same property,
 * an `@supports` around it, or an `@supports not` in the same sheet.
 */
import { type CssNode, generate, parse, walk, type WalkContext } from 'css-tree';

import { featureAt, whoLacks } from './browser-support';

export interface NewerCss {
  line: number;
  /** The feature as in the style sheet, such as ':has()' or 'text-wrap: balance'. */
  what: string;
  /** The browsers that lack the feature, with the first version that has it. */
  lacking: string[];
}

/** MDN's entries for units that are not named after the unit. */
const unitGroups: [RegExp, string][] = [
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
  [/^d(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
];

const isPrefixed = (name: string) => /^-(?!-)/.test(name);

/** Returns the places in MDN's tree for a node of a CSS value, by the node's name in the style sheet. */
function placesInValue(node: CssNode, property: string): [what: string, ...place: string[]][] {
  const below = ['css', 'properties', property];
  switch (node.type) {
    case 'Identifier':
      return [[node.name, ...below, node.name]];
    case 'Function': {
      const { name } = node;
      const isRelative = /^[\w-]+\(from /.test(generate(node));
      return [
        [`${name}()`, 'css', 'types', name],
        [`${name}()`, 'css', 'types', 'color', name],
        [`${name}()`, ...below, name],
        ...(isRelative
          ? [[`${name}(from …)`, 'css', 'types', 'color', name, 'relative_syntax'] as [string, ...string[]]]
          : []),
      ];
    }
    case 'Dimension': {
      const unit = node.unit.toLowerCase();
      return [[unit, 'css', 'types', 'length', unitGroups.find(([pattern]) => pattern.test(unit))?.[1] ?? unit]];
    }
    default:
      return [];
  }
}

/** Returns the places in MDN's tree for the features that one node of a style sheet uses. */
function placesOf(node: CssNode): [what: string, ...place: string[]][] {
  switch (node.type) {
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return isPrefixed(node.name) ? [] : [[`:${node.name}`, 'css', 'selectors', node.name]];
    case 'NestingSelector':
      return [['&', 'css', 'selectors', 'nesting']];
    case 'Atrule':
      return isPrefixed(node.name) ? [] : [[`@${node.name}`, 'css', 'at-rules', node.name]];
    case 'Feature':
      return [[`(${node.name})`, 'css', 'at-rules', node.kind, node.name]];
    case 'FeatureFunction':
      return [[`${node.feature}()`, 'css', 'at-rules', 'container', `${node.feature}_queries_for_custom_properties`]];
    case 'Declaration': {
      const { property, value } = node;
      if (isPrefixed(property)) return [];
      const places: [string, ...string[]][] = [[property, 'css', 'properties', property]];
      walk(value, (part) => {
        for (const [what, ...place] of placesInValue(part, property)) places.push([`${property}: ${what}`, ...place]);
      });
      return places;
    }
    default:
      return [];
  }
}

const lacks = (node: CssNode) =>
  placesOf(node)
    .map(([what, ...place]) => ({ what, lacking: whoLacks(featureAt(...place), { onPhones: false }) }))
    .filter(({ lacking }) => lacking.length > 0);

/** Returns true for a declaration that an older browser ignores in favour of an earlier one of the same block. */
function hasFallback(node: CssNode, block: CssNode | null): boolean {
  if (node.type !== 'Declaration' || block?.type !== 'Block') return false;
  // With a variable a browser detects the invalid value too late to use the earlier declaration.
  if (node.property.startsWith('--') || generate(node.value).includes('var(')) return false;
  const all = block.children.toArray();
  return all
    .slice(0, all.indexOf(node))
    .some((each) => each.type === 'Declaration' && each.property === node.property && lacks(each).length === 0);
}

/** Returns the CSS features that a style sheet uses without a guard. */
export function findNewerCss(source: string): NewerCss[] {
  const found: NewerCss[] = [];
  // In CSS modules the content of :global() is an ordinary selector.
  const plain = source.replaceAll(':global(', ':is(');
  const sheet = parse(plain, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ message }, node) =>
      found.push({ line: node.loc?.start.line ?? 0, what: `${message}: ${generate(node)}`, lacking: [] }),
  });
  const otherwise = [...plain.matchAll(/@supports not ([^{]+)/g)].map(([, condition = '']) => condition).join(' ');
  let supports = 0;
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports') supports += 1;
      if (supports > 0 || hasFallback(node, this.block)) return;
      for (const each of lacks(node)) {
        if (!otherwise.includes(each.what)) found.push({ line: node.loc?.start.line ?? 0, ...each });
      }
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports') supports -= 1;
    },
  });
  return found;
}
