/** Serves GET /metrics on a separate port, which the proxy does not expose. */
import { createAdaptorServer } from '@hono/node-server';
import { listen, originOf, type ListenAddress } from '@server/api/http/listen';
import { Hono } from 'hono';

import type { Metrics } from './create-metrics';

export interface MetricsServer {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts the server of metrics. @throws {ConfigError} if port or host cannot be used. */
export async function serveMetrics({ registry }: Metrics, place: ListenAddress): Promise<MetricsServer> {
  const app = new Hono().get('/metrics', async (context) =>
    context.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  );
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  const { port, stop } = await listen(server, place, 'METRICS_');
  return { origin: originOf(place.host, port), stop: () => stop(0) };
}
