/** Reads variables, each kind in one way: words, numbers, origins, secrets. A mistake is one line for whoever started it. */
import { readFileSync } from 'node:fs';

/** A mistake in how the server was started: one line for whoever started it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @param words the first one is what holds without the variable. */
export function readWord<T extends string>(env: Environment, name: string, words: readonly [T, ...T[]]): T {
  const value = env[name]?.trim();
  const word = value ? words.find((known) => known === value) : words[0];
  if (!word) throw new ConfigError(`${name}: ${words.join(' か ')} を指定してください（いまは「${value}」）。`);
  return word;
}

export function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  return readWord(env, name, fallback ? ['on', 'off'] : ['off', 'on']) === 'on';
}

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

/** A port; 0 takes a free one. */
export function readPort(env: Environment, name: string, fallback: number): number {
  return readNumber(env, name, fallback, (port) => Number.isInteger(port) && port >= 0 && port <= 65_535);
}

/** An origin such as https://api.example.com; what it becomes must be safe inside a header. */
function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!isBare || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host)) {
    throw new ConfigError(`${name}: 「${text}」は https://example.com の形ではありません。`);
  }
  return url.origin;
}

export function readOptionalOrigin(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text ? readOrigin(name, text) : undefined;
}

export function readOrigins(env: Environment, name: string): string[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return texts.filter((text) => text !== '').map((text) => readOrigin(name, text));
}

/** The first line of a secret's file: editors end it with a newline, which is no part of it. */
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
 * A secret: of the variable itself, or of the file that `NAME_FILE` names.
 *
 * @throws {ConfigError} for both, and for a file that cannot be read; never with what is in it.
 */
export function readSecret(env: Environment, name: string): string | undefined {
  const value = env[name];
  const path = env[`${name}_FILE`]?.trim();
  if (!path) return value?.trim() ? value : undefined;
  if (value?.trim()) throw new ConfigError(`${name} と ${name}_FILE: 指定できるのは、どちらか一方です。`);
  return readSecretFile(`${name}_FILE`, path);
}
