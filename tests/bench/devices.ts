/**
 * Simulates devices that come online with queued calls: each sends them one after the other, and retries after status
 * 503.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Device {
  userId: string;
  token: string;
}

export interface Load {
  devices: readonly Device[];
  /** Number of queued calls per device. */
  calls: number;
  /** Time in ms within which the devices come online. */
  withinMs: number;
  origins: readonly string[];
  questionSetId: string;
}

export interface Outcome {
  /** The `clientSubmitId`s of acknowledged submits. */
  acknowledged: string[];
  /** Number of responses by status; 0 for no response. */
  statuses: Map<number, number>;
  /** Duration of each call in ms, shortest first. */
  times: number[];
  /** Time from the first call to the last acknowledgement, s. */
  seconds: number;
  /** Cores used to generate the load. */
  ownCores: number;
}

const at = new Date().toISOString();

interface Answered {
  status: number;
  retryAfterSeconds: number;
  isEchoed: boolean;
}

function post(agent: Agent, origin: string, { userId, token }: Device, id: string, body: string): Promise<Answered> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-User': userId };
    const sent = request(`${origin}/api/v1/submit/`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfterSeconds: Number(response.headers['retry-after'] ?? 1),
          isEchoed: text.includes(id),
        }),
      );
    });
    sent.on('error', () => resolve({ status: 0, retryAfterSeconds: 1, isEchoed: false }));
    sent.end(body);
  });
}

/** Sends all queued calls, until every one is acknowledged. */
export async function sendAll({ devices, calls, withinMs, origins, questionSetId }: Load): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true });
  const outcome: Outcome = { acknowledged: [], statuses: new Map(), times: [], seconds: 0, ownCores: 0 };
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();

  async function send(device: Device, origin: string): Promise<void> {
    const id = randomUUID();
    const submit = { clientSubmitId: id, questionSetId, questionSetUpdatedAt: at, answers: [], answeredAt: at };
    for (;;) {
      const askedAt = performance.now();
      const { status, retryAfterSeconds, isEchoed } = await post(agent, origin, device, id, JSON.stringify(submit));
      outcome.times.push(performance.now() - askedAt);
      outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
      if (status < 300 && isEchoed) break;
      await wait(retryAfterSeconds * 1000);
    }
    outcome.acknowledged.push(id);
  }

  const work = devices.map(async (device, index) => {
    await wait((index / devices.length) * withinMs);
    const origin = origins[index % origins.length] ?? '';
    for (let call = 0; call < calls; call += 1) await send(device, origin);
  });
  await Promise.all(work);
  agent.destroy();
  outcome.seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuAtStart);
  outcome.ownCores = (user + system) / 1e6 / outcome.seconds;
  outcome.times.sort((a, b) => a - b);
  return outcome;
}

/** Returns a percentile of sorted durations, ms. @param share 0 to 1 */
export function percentile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}
