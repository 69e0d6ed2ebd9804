/** GET /metrics on a port of its own, which no proxy shows to the world. */
import { createAdaptorServer } from '@hono/node-server';
import { closeServer, listen, originOf, type Place } from '@server/api/http/listen';
import { Hono } from 'hono';

import type { Metrics } from './create-metrics';

export interface MetricsServer {
  origin: string;
  stop: () => Promise<void>;
}

/** @throws {ConfigError} when the port or host cannot be had. */
export async function serveMetrics({ registry }: Metrics, place: Place): Promise<MetricsServer> {
  const app = new Hono().get('/metrics', async (context) =>
    context.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  );
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  const { port } = await listen(server, place, 'METRICS_');
  return { origin: originOf(place.host, port), stop: () => closeServer(server, 0) };
}
