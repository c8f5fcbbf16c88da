import type { OutputChannel } from 'vscode';

/** A channel that writes `••••` in the place of some texts: what the protocol is traced to may hold tokens. */
export function maskedChannel<Channel extends OutputChannel>(
  channel: Channel,
  secrets: () => readonly string[],
): Channel {
  const masked = (value: unknown): unknown =>
    typeof value === 'string'
      ? secrets().reduce((text, one) => (one === '' ? text : text.replaceAll(one, '••••')), value)
      : value;
  return new Proxy(channel, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function'
        ? (...words: readonly unknown[]): unknown =>
            Reflect.apply(member, target, words.map(masked))
        : member;
    },
  });
}
