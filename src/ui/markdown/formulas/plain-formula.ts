/** Converts a formula to one line of plain text, for lists. */
import { readYen } from './formula-signs';

/** TeX commands and the characters that they represent. */
const SIGNS =
  `times × div ÷ cdot · pm ± le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ in ∈ notin ∉ cap ∩ cup ∪ subset ⊂ to →
  rightarrow → infty ∞ sum Σ prod Π int ∫ partial ∂ ldots … dots … cdots … mid | alpha α beta β gamma γ delta δ epsilon ε theta θ
  lambda λ mu μ nu ν pi π rho ρ sigma σ tau τ phi φ chi χ omega ω Delta Δ Sigma Σ Phi Φ Omega Ω`.split(/\s+/);
const signs = new Map(SIGNS.map((name, index) => [name, SIGNS[index + 1] ?? '']));
/** Matches TeX commands that only change the layout. */
const SILENT = /\\(?:left|right|displaystyle|big|Big)(?![A-Za-z])/g;

const DIGITS = '0123456789+-=()n';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ';

/** Returns superscript or subscript digits if they exist, else the character. */
function shift(sign: '^' | '_', text: string): string {
  const small = sign === '^' ? RAISED : LOWERED;
  const places = text.split('').map((letter) => DIGITS.indexOf(letter));
  if (!places.includes(-1)) return places.map((place) => small[place]).join('');
  return text.length === 1 ? sign + text : `${sign}(${text})`;
}

/** Matches one TeX argument: braces without nested braces. */
const ARGUMENT = String.raw`\s*\{([^{}]*)\}`;

/** Returns a formula as plain text; unknown commands stay, without backslash. */
export function plainFormula(formula: string): string {
  let text = readYen(formula).replace(SILENT, '');
  let before: string;
  do {
    before = text;
    text = text
      .replace(new RegExp(String.raw`\\[dt]?frac${ARGUMENT}${ARGUMENT}`), (_, over: string, under: string) => {
        const part = (each: string) => (/^[\w.]*$/.test(each) ? each : `(${each})`);
        return `${part(over)}/${part(under)}`;
      })
      .replace(new RegExp(String.raw`\\sqrt${ARGUMENT}`), '√($1)')
      .replace(
        new RegExp(String.raw`\\(?:text|ce|pu|mathrm|mathbf|mathit|operatorname|bar|overline|hat)${ARGUMENT}`),
        '$1',
      )
      .replace(/([_^])\s*\{([^{}]*)\}/, (_, sign: '^' | '_', inner: string) => shift(sign, inner));
    // The innermost braces are replaced first.
  } while (text !== before);
  return text
    .replace(/([_^])(\w)/g, (_, sign: '^' | '_', letter: string) => shift(sign, letter))
    .replace(/\\([A-Za-z]+)/g, (_, name: string) => signs.get(name) ?? name)
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\([{}%$#&_])/g, '$1')
    .replace(/[{}\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
