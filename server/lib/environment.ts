/** Parses environment variables: words, switches, numbers, ports, origins, secrets. Errors are one line each. */
import { readFileSync } from 'node:fs';

/** An invalid configuration. The message is one line, shown to the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one of several words. @param words the first is the default. @throws {ConfigError} */
export function readWord<T extends string>(env: Environment, name: string, words: readonly [T, ...T[]]): T {
  const value = env[name]?.trim();
  const word = value ? words.find((known) => known === value) : words[0];
  if (!word) throw new ConfigError(`${name}: ${words.join(' か ')} を指定してください（いまは「${value}」）。`);
  return word;
}

/** Reads `on` or `off`. @throws {ConfigError} */
export function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  return readWord(env, name, fallback ? ['on', 'off'] : ['off', 'on']) === 'on';
}

/** Reads a non-negative decimal number. @throws {ConfigError} if `isValid` refuses it. */
export function readNumber(
  env: Environment,
  name: string,
  fallback: number,
  isValid: (value: number) => boolean,
): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!isValid(value)) throw new ConfigError(`${name}: 「${text}」は使えません。正しい数を指定してください。`);
  return value;
}

/** Reads a port; 0 means any free port. @throws {ConfigError} */
export function readPort(env: Environment, name: string, fallback: number): number {
  return readNumber(env, name, fallback, (port) => Number.isInteger(port) && port >= 0 && port <= 65_535);
}

/** Reads an origin such as https://api.example.com. The result is safe inside an HTTP header. @throws {ConfigError} */
function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!isBare || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host)) {
    throw new ConfigError(`${name}: 「${text}」は https://example.com の形ではありません。`);
  }
  return url.origin;
}

/** Reads an origin; undefined if the variable is empty. @throws {ConfigError} */
export function readOptionalOrigin(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text ? readOrigin(name, text) : undefined;
}

/** Reads origins separated by commas. @throws {ConfigError} */
export function readOrigins(env: Environment, name: string): string[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return texts.filter((text) => text !== '').map((text) => readOrigin(name, text));
}

/** Reads a file of one line, without the newline that editors add. */
function readSecretFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}: ${path} を読めません（${(error as NodeJS.ErrnoException).code ?? 'unknown'}）。`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigError(`${name}: ${path} は空です。`);
  if (/[\r\n]/.test(secret)) throw new ConfigError(`${name}: ${path} には1行だけを書いてください。`);
  return secret;
}

/**
 * Reads a secret from the variable, or from the file that `NAME_FILE` names.
 *
 * @throws {ConfigError} if both are set or the file cannot be read; the message never contains the secret.
 */
export function readSecret(env: Environment, name: string): string | undefined {
  const value = env[name];
  const path = env[`${name}_FILE`]?.trim();
  if (!path) return value?.trim() ? value : undefined;
  if (value?.trim()) throw new ConfigError(`${name} と ${name}_FILE: 指定できるのは、どちらか一方です。`);
  return readSecretFile(`${name}_FILE`, path);
}
