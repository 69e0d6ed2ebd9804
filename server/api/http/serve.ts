/**
 * Serves the calls of the contract: checks permission, id, body and page as a call is described, before its handler
 * runs, and answers with the described status.
 */
import type { Actor } from '@server/api/access/permissions';
import type { Call } from '@server/api/contract/call';
import { found } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import type { Hono } from 'hono';
import type * as z from 'zod/mini';

import { requirePermission } from './authenticate';
import { readJson } from './body';
import { type AppContext, type AppEnv, createRoutes } from './context';
import { createOnce } from './create-once';
import { type PageRequest, pathId, readPageRequest, toPage } from './paging';
import { rereadForAnswer } from './reread-for-answer';

/** A request that has passed the checks of its call. */
interface Asked<Body extends z.core.$ZodType = z.core.$ZodType> {
  context: AppContext;
  actor: Actor;
  /** The first id in the path; '' without one. */
  id: string;
  /** The parsed body; undefined without one. */
  body: z.output<Body>;
}

interface AskedPage extends Asked {
  page: PageRequest;
}

/** One page of a list. */
interface Listed {
  items: object[];
  total: number;
  /** For searched lists: the parameters of the request that were understood. */
  applied?: string[];
}

/** Returns the path of a call's route: `/progress/summary/:userId` for `/progress/summary/{user_id}`. */
function routeOf({ path }: Call): string {
  const inCamelCase = path.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return inCamelCase.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}

/**
 * Serves a call whose handler parses id, body and query itself, because its refusals have another order. Only the
 * permission is checked before the handler runs.
 *
 * @param handle returns the response's body, or a response; undefined for an empty body.
 * @param path of the route, where its parameters have other names.
 */
export function serveUnread(
  routes: Hono<AppEnv>,
  call: Call,
  handle: (context: AppContext, actor: Actor) => Promise<unknown>,
  path = routeOf(call),
): void {
  routes.on(call.method, path, async (context) => {
    const actor = call.permission ? requirePermission(context, call.permission) : context.get('actor');
    const answer = await handle(context, actor);
    if (answer instanceof Response) return answer;
    return call.answer ? context.json(answer, call.status as 200) : context.body(null, call.status);
  });
}

/** Serves a call whose first id and body are read, in this order, before its handler runs. */
export function serve<Body extends z.core.$ZodType>(
  routes: Hono<AppEnv>,
  call: Call<Body>,
  handle: (asked: Asked<Body>) => Promise<unknown>,
): void {
  const [, parameter] = /:(\w+)/.exec(routeOf(call)) ?? [];
  serveUnread(routes, call, async (context, actor) => {
    const id = parameter === undefined ? '' : pathId(context, parameter);
    const body = (call.bodySchema && (await readJson(context, call.bodySchema))) as z.output<Body>;
    return handle({ context, actor, id, body });
  });
}

/** Serves a call that reads a page of a list. */
export function serveList(routes: Hono<AppEnv>, call: Call, handle: (asked: AskedPage) => Promise<Listed>): void {
  serve(routes, call, async (asked) => {
    const page = readPageRequest(asked.context);
    const { items, total, applied } = await handle({ ...asked, page });
    return toPage(page, items, total, applied);
  });
}

/** The functions of a resource. */
interface Resource<New extends z.core.$ZodType, Changes extends z.core.$ZodType> {
  /** The resource's name in refusals. */
  noun: string;
  list: (asked: AskedPage) => Promise<Listed>;
  /** Finds one: the response to GET, to a create and to a change. */
  find: (database: Database, actor: Actor, id: string) => Promise<object | undefined>;
  /** Returns the response to GET, if it is not what `find` returns. */
  read?: (asked: Asked) => Promise<object>;
  /** Creates one, and returns its id. */
  create: (transaction: Database, actor: Actor, body: z.output<New>) => Promise<string>;
  update: (database: Database, actor: Actor, id: string, body: z.output<Changes>) => Promise<void>;
  remove?: (database: Database, actor: Actor, id: string) => Promise<void>;
}

interface ResourceCalls<New extends z.core.$ZodType, Changes extends z.core.$ZodType> {
  list: Call;
  get?: Call;
  create: Call<New>;
  update: Call<Changes>;
  remove?: Call;
}

/** Creates the routes of a resource, each as its call is described. */
export function resourceRoutes<New extends z.core.$ZodType<object>, Changes extends z.core.$ZodType>(
  database: Database,
  calls: ResourceCalls<New, Changes>,
  { noun, find, create, update, remove, ...answers }: Resource<New, Changes>,
): Hono<AppEnv> {
  const routes = createRoutes();
  serveList(routes, calls.list, answers.list);
  const read = answers.read ?? (async ({ actor, id }: Asked) => found(await find(database, actor, id), noun));
  if (calls.get) serve(routes, calls.get, read);
  serve(routes, calls.create, ({ context, actor, body }) =>
    createOnce(context, database, { body }, async (transaction) =>
      found(await find(transaction, actor, await create(transaction, actor, body)), noun),
    ),
  );
  serve(routes, calls.update, async ({ actor, id, body }) => {
    await update(database, actor, id, body);
    return found(await rereadForAnswer(find(database, actor, id)), noun);
  });
  if (calls.remove && remove) serve(routes, calls.remove, ({ actor, id }) => remove(database, actor, id));
  return routes;
}
