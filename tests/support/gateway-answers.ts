/** Answers of gateways that have not the API's error shape. */

export interface GatewayAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const forms: Record<string, Omit<GatewayAnswer, 'status'>> = {
  'as a page': { headers: { 'Content-Type': 'text/html' }, body: '<html>blocked</html>' },
  'without a body': { headers: {}, body: '' },
  'with foreign JSON': { headers: { 'Content-Type': 'application/json' }, body: '{"message":"blocked"}' },
  'with a foreign error': { headers: { 'Content-Type': 'application/json' }, body: '{"error":"blocked"}' },
};

/** Returns the answers with these statuses in all forms, each with its name, for `test.each`. */
export function gatewayAnswers(...statuses: number[]): [name: string, answer: GatewayAnswer][] {
  return statuses.flatMap((status) =>
    Object.entries(forms).map(([form, rest]): [string, GatewayAnswer] => [`a ${status} ${form}`, { status, ...rest }]),
  );
}

/** Statuses that say neither that a thing is missing nor that the person may not see it. */
export const OTHER_REFUSALS = [400, 405, 409, 413, 418, 422, 426, 451];
/** Statuses of a gateway that cannot reach the server. */
export const GATEWAY_FAILURES = [502, 504];
