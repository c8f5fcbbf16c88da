import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { dictValue, kindOf, stringValue } from '../value.ts';
import { entriesOf, textOf } from './arguments.ts';
import { parseUrl, writeUrl, type UrlParts } from './goUrl.ts';

/** Functions on URLs. Source: sprig v3.3.0 url.go. */
export const urlFunctions: readonly (readonly [string, TemplateFunction])[] = [
  [
    'urlParse',
    goFunction('string', 'dict', ([text]) => {
      const url = parseUrl(textOf(text));
      if ('problem' in url) {
        return failure(`unable to parse url: ${url.problem}`);
      }
      return dictValue(
        Object.entries({ ...url, hostname: hostName(url.host) }).map(
          ([name, value]) => [name, stringValue(value)] as const,
        ),
      );
    }),
  ],
  ['urlJoin', goFunction('dict', 'string', ([map]) => urlJoin(entriesOf(map)))],
];

function hostName(host: string): string {
  const port = /:[0-9]*$/.exec(host)?.[0] ?? '';
  const name = host.slice(0, host.length - port.length);
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

function urlJoin(entries: ReturnType<typeof entriesOf>): CallResult {
  const parts: Record<keyof UrlParts, string> = {
    scheme: '',
    host: '',
    path: '',
    query: '',
    opaque: '',
    fragment: '',
    userinfo: '',
  };
  for (const name of [
    'scheme',
    'host',
    'path',
    'query',
    'opaque',
    'fragment',
    'userinfo',
  ] as const) {
    const value = entries.get(name);
    if (value === undefined) {
      continue;
    }
    if (value.kind !== 'string') {
      return failure(
        `unable to parse ${name} key, must be of type string, but ${kindOf(value)} found`,
      );
    }
    parts[name] = value.value;
  }
  return stringValue(writeUrl(parts));
}
