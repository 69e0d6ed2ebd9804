/**
 * Tests every screen against a server without any capability: the app sends only the specification's calls and
 * parameters.
 */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { screensByUser } from '@tests/support/screens';
import { expect, test } from 'vitest';

const network = useNetworkStub();

/** The specification's calls that read what screens show. */
const specifiedCalls = [
  /^\/info\/$/,
  /^\/me\/(company)?$/,
  /^\/(courses|sections|chapters|lessons|content|question-set|users|companies)\/[^/]*$/,
  /^\/question-set\/[^/]+\/explanation$/,
  /^\/progress\/(summary|detail)\/[^/]+$/,
  /^\/progress\/detail\/[^/]+\/[^/]+$/,
];
const specifiedParameters = ['page', 'size'];

function isSpecified(call: string): boolean {
  const [method, address = ''] = call.split(' ');
  const { pathname, searchParams } = new URL(address, 'https://app.test');
  const areKnown = [...searchParams.keys()].every((name) => specifiedParameters.includes(name));
  return method === 'GET' && areKnown && specifiedCalls.some((pattern) => pattern.test(pathname));
}

const views = screensByUser.flatMap(([user, paths]) => [...new Set(paths)].map((path) => [user, path] as const));

test.each(views)(
  'for %s at %s a server without capabilities is sent only what the specification has',
  async (user, path) => {
    const info = (await callAs('admin', 'GET', '/info/')) as object;
    network.answer('GET /info/', 200, { ...info, abilities: undefined });
    await renderApp({ user, path });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(network.inFlightCount()).toBe(0));

    const calls = network.calls().filter((call) => !/^\w+ https?:/.test(call));
    expect(calls).not.toEqual([]);
    expect(calls.filter((call) => !isSpecified(call))).toEqual([]);
  },
);
