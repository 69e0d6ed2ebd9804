/** Creates the component of an icon. The build's plugin calls it (server/tooling/bundling/icons.ts). */
import type { SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height, px. */
  size?: number;
  /** Width of the lines of an outline icon, in units of its 24 × 24 grid. */
  stroke?: number;
}

/**
 * Creates the component of an icon of Tabler.
 *
 * @param paths the `d` attributes of its paths.
 * @param isFilled false for an outline icon, which has lines instead of areas.
 */
export function createIcon(paths: readonly string[], isFilled: boolean) {
  return function Icon({ size = 24, stroke = 2, ...rest }: IconProps) {
    const lines = {
      strokeWidth: stroke,
      stroke: 'currentColor',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const;
    const look = isFilled ? { fill: 'currentColor', stroke: 'none' } : { fill: 'none', ...lines };
    return (
      <svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 24 24" {...look} {...rest}>
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };
}
