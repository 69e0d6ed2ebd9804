/**
 * The schema of a web app manifest: the members of the W3C recommendation and of the app information note, no others.
 */
import * as z from 'zod';

const path = z.string().regex(/^\/(?!\/)/, 'a path of this origin');
const color = z.string().regex(/^#[0-9a-f]{6}$/);
const size = z.string().regex(/^\d+x\d+$/);
const mediaType = z.enum(['image/png', 'image/webp', 'image/svg+xml']);
const words = z.string().trim().min(1);
const colors = z.strictObject({ theme_color: color, background_color: color });

const image = { src: path, sizes: size, type: mediaType };

/** Unknown members are refused: browsers ignore a misspelt one silently. */
export const manifestSchema = z.strictObject({
  id: path,
  name: words.max(45),
  short_name: words.min(3).max(12),
  description: words.max(300),
  lang: z.literal('ja'),
  dir: z.enum(['ltr', 'rtl', 'auto']),
  start_url: path,
  scope: path,
  display: z.enum(['standalone', 'minimal-ui', 'fullscreen', 'browser']),
  display_override: z.array(z.enum(['standalone', 'minimal-ui', 'window-controls-overlay', 'fullscreen', 'browser'])),
  launch_handler: z.strictObject({
    client_mode: z.array(z.enum(['auto', 'navigate-new', 'navigate-existing', 'focus-existing'])).min(1),
  }),
  orientation: z.enum(['any', 'natural', 'portrait', 'landscape']),
  categories: z.array(z.enum(['education', 'productivity'])).min(1),
  theme_color: color,
  background_color: color,
  color_scheme_dark: colors,
  icons: z.array(z.strictObject({ ...image, purpose: z.enum(['any', 'maskable', 'monochrome']) })).min(1),
  screenshots: z
    .array(z.strictObject({ ...image, form_factor: z.enum(['narrow', 'wide']), label: words }))
    .min(2)
    .max(8),
  shortcuts: z
    .array(z.strictObject({ name: words, description: words, url: path, icons: z.array(z.strictObject(image)).min(1) }))
    .min(1)
    .max(4),
});
