import { suggestion } from '../analysis/suggestion.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Arguments, Parameter } from './tool.ts';

/** Most characters that proposed texts may have together. */
const mostProposed = 4_000_000;

/** Reads what an assistant sends as the arguments of a tool; a refusal says in one sentence what is wrong. */
export function parseArguments(
  parameters: readonly Parameter[],
  sent: unknown,
): Result<Arguments, string> {
  if (sent !== undefined && !isRecord(sent)) return failed('The arguments are not an object.');
  const given = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined);
  const names = parameters.map(({ name }) => name);
  const unknown = given.find(([name]) => !names.includes(name))?.[0];
  if (unknown !== undefined) {
    const near = suggestion(unknown, names);
    const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`;
    return failed(`There is no argument ${unknown}. ${hint}`);
  }
  const text = new Map<string, string>();
  const texts = new Map<string, readonly string[]>();
  let files: ReadonlyMap<string, string | undefined> = new Map();
  for (const { name, kind, required } of parameters) {
    const value = given.find(([one]) => one === name)?.[1];
    // Some models fill in what they do not mean.
    if (value === undefined || value === null || value === '') {
      if (required === true) return failed(`The argument ${name} is needed.`);
    } else if (kind === 'text') {
      if (typeof value !== 'string') return failed(`The argument ${name} is a text.`);
      text.set(name, value);
    } else if (kind === 'texts') {
      if (!isTexts(value)) return failed(`The argument ${name} is a list of texts.`);
      texts.set(name, value);
    } else {
      const parsed = parseFiles(name, value);
      if (parsed.kind === 'failed') return parsed;
      files = parsed.value;
    }
  }
  return ok({ text, texts, files });
}

function parseFiles(
  name: string,
  value: unknown,
): Result<ReadonlyMap<string, string | undefined>, string> {
  const form = `The argument ${name} is a list of objects with path and text; text is null for a file to be deleted.`;
  if (!Array.isArray(value)) return failed(form);
  const files = new Map<string, string | undefined>();
  let size = 0;
  for (const one of value as readonly unknown[]) {
    if (!isRecord(one) || typeof one.path !== 'string') return failed(form);
    if (one.text !== null && typeof one.text !== 'string') return failed(form);
    if (files.has(one.path)) return failed(`The file ${one.path} is named twice.`);
    files.set(one.path, one.text ?? undefined);
    size += one.text?.length ?? 0;
  }
  return size > mostProposed ? failed('The proposed texts are too large.') : ok(files);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
