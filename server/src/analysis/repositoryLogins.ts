import { readYamlMap } from '../helm/readYaml.ts';
import type { MapValue } from '../template/value.ts';

/** A repository of charts that Helm knows, with what it logs in with; both are empty where it needs nothing. */
export interface RepositoryLogin {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The repositories of a `repositories.yaml` of Helm. Source: Helm v4.2.3 pkg/repo/v1/repo.go `File`, chartrepo.go `Entry`. */
export function repositoryLogins(text: string): readonly RepositoryLogin[] {
  const read = readYamlMap(text);
  const listed = 'value' in read ? read.value.entries.get('repositories') : undefined;
  return (listed?.kind === 'list' ? listed.items : []).flatMap((one) =>
    one.kind === 'map'
      ? [
          {
            url: textIn(one, 'url'),
            username: textIn(one, 'username'),
            password: textIn(one, 'password'),
          },
        ]
      : [],
  );
}

function textIn({ entries }: MapValue, key: string): string {
  const value = entries.get(key);
  return value?.kind === 'string' ? value.value : '';
}
