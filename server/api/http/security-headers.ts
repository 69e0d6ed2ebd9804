/** The headers that close the browser's doors (docs/security.md, "Defences"). */
import type { Config } from '@server/config';
import { createMiddleware } from 'hono/factory';

import type { AppEnv } from './context';

const HSTS = 'max-age=31536000';

/** Everything that is powerful and not used here. */
const closedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The app's Content-Security-Policy; the hosts of API and pictures are named where the app was built for others. */
export function appContentSecurityPolicy({ apiHost, imageHosts }: Pick<Config, 'apiHost' | 'imageHosts'>): string {
  const hosts = new Set(apiHost ? [apiHost, ...imageHosts] : imageHosts);
  const withHosts = (directive: string) => [directive, ...hosts].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    withHosts("img-src 'self' data: blob:"),
    withHosts("connect-src 'self'"),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** API answers are no pages: nothing in them may run or be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Uploaded files are pictures and text; whatever one of them pretends to be, it is boxed in. */
const FILE_POLICY = `sandbox; ${API_POLICY}`;

function policyFor(path: string, appPolicy: string): string {
  if (path.startsWith('/api/')) return API_POLICY;
  return path.startsWith('/files/') ? FILE_POLICY : appPolicy;
}

/** Sets the headers of every answer, errors included. */
export function securityHeaders(config: Config) {
  const appPolicy = appContentSecurityPolicy(config);
  return createMiddleware<AppEnv>(async (context, next) => {
    await next();
    const { path } = context.req;
    // Not by `context.header`, which makes a new answer each time.
    const { headers } = context.res;
    headers.set('Content-Security-Policy', policyFor(path, appPolicy));
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    // An app served elsewhere shows pictures from here; otherwise nobody else does.
    const isShared = path.startsWith('/files/') && config.allowedOrigins.length > 0;
    headers.set('Cross-Origin-Resource-Policy', isShared ? 'cross-origin' : 'same-origin');
    headers.set('Permissions-Policy', closedFeatures);
    const isHttps = context.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim() === 'https';
    if (config.trustProxy && isHttps) headers.set('Strict-Transport-Security', HSTS);
  });
}
