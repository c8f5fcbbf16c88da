import { decodeData } from './decodeValue.ts';
import { placeholderOf } from './placeholder.ts';

/** Whether settings of docker have a registry with a password or an `auth`. Source: docker's config.json. */
export function holdsDockerPassword(value: string): boolean {
  for (const [, field = '', text = ''] of value.matchAll(
    /"(auth|password|identitytoken|registrytoken)"\s*:\s*"([^"]*)"/g,
  )) {
    if (placeholderOf(text) !== undefined) continue;
    const decoded = field === 'auth' ? decodeData(text) : text;
    const secret = field === 'auth' ? (decoded ?? text).replace(/^[^:]*:/, '') : text;
    if (placeholderOf(secret) === undefined) return true;
  }
  return false;
}
