/** Tests the files of server/deploy/ without a server, by parsers and by systemd. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isNodeNewEnough } from '@server/tooling/start/node-version.mjs';
import { validate } from 'dockerfile-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

import packageJson from '../../../../package.json' with { type: 'json' };

const read = (name: string) => readFileSync(join('server/deploy', name), 'utf8');

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  test('the Dockerfile is valid, and does not run as root', () => {
    expect(validate(dockerfile, { deprecatedMaintainer: 2, instructionCasing: 2 })).toEqual([]);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  });

  test("the test's check of the Dockerfile finds a mistake in a wrong one", () => {
    expect(validate(dockerfile.replace('EXPOSE', 'EXPOSES'))).toHaveLength(1);
  });

  test('the Dockerfile uses one version of Node that the app supports', () => {
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version ?? '');

    expect(new Set(versions).size).toBe(1);
    expect(versions.every(isNodeNewEnough)).toBe(true);
  });

  test('the Dockerfile runs an existing file', () => {
    for (const [, name = ''] of dockerfile.matchAll(/npm run (\w+)/g)) expect(packageJson.scripts).toHaveProperty(name);
    const [, served = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(dockerfile) ?? [];

    expect(existsSync(served)).toBe(true);
  });
});

const service = z.object({
  secrets: z.optional(z.array(z.string())),
  depends_on: z.optional(z.record(z.string(), z.object({ condition: z.literal('service_healthy') }))),
  volumes: z.optional(z.array(z.string())),
  build: z.optional(z.object({ context: z.string(), dockerfile: z.string(), args: z.record(z.string(), z.string()) })),
});
const composeSchema = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  volumes: z.record(z.string(), z.null()),
});

describe('compose.yaml', () => {
  const compose = z.parse(composeSchema, parse(read('compose.yaml')));
  const services = Object.values(compose.services);

  test('compose.yaml has Caddy, two instances built from the Dockerfile, and PostgreSQL', () => {
    expect(Object.keys(compose.services)).toEqual(['one', 'two', 'postgres', 'caddy']);
    for (const { build } of services.slice(0, 2)) {
      expect(existsSync(join('server/deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    }
  });

  test('compose.yaml passes API_TIME_OFFSET, DIALECT and other variables to the build of the image', () => {
    const names = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name);
    for (const { build } of services.slice(0, 2)) {
      const args = Object.entries(build?.args ?? {});
      expect(args.map(([name]) => name)).toEqual(['API_TIME_OFFSET', 'APP_VERSION', 'DIALECT', 'IMAGE_HOSTS']);
      expect(names).toEqual(expect.arrayContaining(args.map(([name]) => name)));
      for (const [name, value] of args) expect(value).toBe(`\${${name}:-}`);
    }
  });

  test('compose.yaml refers only to declared services, volumes and existing files', () => {
    const secrets = services.flatMap((one) => one.secrets ?? []);
    const waitedFor = services.flatMap((one) => Object.keys(one.depends_on ?? {}));
    const places = services.flatMap((one) => one.volumes ?? []).map((place) => place.split(':')[0] ?? '');

    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(waitedFor));
    for (const place of places) {
      expect(place.startsWith('./') ? existsSync(join('server/deploy', place)) : place in compose.volumes).toBe(true);
    }
  });
});

describe('the unit', () => {
  const isHere = spawnSync('systemd-analyze', ['--version']).status === 0;
  const unit = read('manabiba@.service');

  test('the systemd unit waits longer than the server’s stop timeout', () => {
    const limitMs = Number(
      /STOP_TIMEOUT_MS = ([\d_]+)/.exec(readFileSync('server/main.ts', 'utf8'))?.[1]?.replace('_', ''),
    );
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);

    expect(seconds * 1000).toBeGreaterThan(limitMs);
  });

  test(`${isHere ? 'the unit passes systemd-analyze verify' : 'systemd-analyze is not installed: the unit was not verified'}`, () => {
    if (!isHere) return;
    const folder = mkdtempSync(join(tmpdir(), 'manabiba-unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'manabiba@.service');
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
