/** Security headers of every response (docs/security.md, "Defences"). */
import type { Config } from '@server/config';
import { createMiddleware } from 'hono/factory';

import type { AppEnv } from './context';

const HSTS = 'max-age=31536000';

/** Browser features that the app does not use: disabled by Permissions-Policy. */
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

/**
 * Returns the app's Content-Security-Policy. It allows the other hosts of API and pictures that the app was built for.
 */
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

/** Responses of the API are not pages: they may not load anything or be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Uploaded files are sandboxed, in case a browser treats one as a page. */
const FILE_POLICY = `sandbox; ${API_POLICY}`;

function policyFor(path: string, appPolicy: string): string {
  if (path.startsWith('/api/')) return API_POLICY;
  return path.startsWith('/files/') ? FILE_POLICY : appPolicy;
}

/** Sets the headers of every response, also of errors. */
export function securityHeaders(config: Config) {
  const appPolicy = appContentSecurityPolicy(config);
  return createMiddleware<AppEnv>(async (context, next) => {
    await next();
    const { path } = context.req;
    // Set the headers directly: `context.header` would create a new Response at each call.
    const { headers } = context.res;
    headers.set('Content-Security-Policy', policyFor(path, appPolicy));
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    // With ALLOWED_ORIGINS, an app on another origin may show files from this server.
    const isShared = path.startsWith('/files/') && config.allowedOrigins.length > 0;
    headers.set('Cross-Origin-Resource-Policy', isShared ? 'cross-origin' : 'same-origin');
    headers.set('Permissions-Policy', closedFeatures);
    const isHttps = context.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim() === 'https';
    if (config.trustProxy && isHttps) headers.set('Strict-Transport-Security', HSTS);
  });
}
