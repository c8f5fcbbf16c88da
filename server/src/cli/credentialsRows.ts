import type { ApiFailure } from '../live/apiFailure.ts';
import type { CredentialReview } from '../live/credentials.ts';
import type { SharedCredential } from '../live/sharedCredentials.ts';
import type { StrataRights } from '../live/strataRights.ts';
import { styled, type Output } from './io.ts';
import { failureText } from './liveOptions.ts';

/** What is known of the credential that is used for a cluster. */
export interface ClusterCredential {
  readonly cluster: string;
  readonly context: string;
  readonly review: CredentialReview | undefined;
  /** Why the cluster did not say it. */
  readonly failure: ApiFailure | undefined;
}

/** What `strata credentials` tells. */
export interface CredentialsAnswer {
  readonly credentials: readonly ClusterCredential[];
  readonly shared: readonly SharedCredential[];
  /** Clusters that no context fits. */
  readonly unobserved: readonly string[];
}

/** The document of `strata credentials --json`. */
export function credentialsJson({ credentials, shared, unobserved }: CredentialsAnswer): object {
  return {
    credentials: credentials.map(({ cluster, context, review, failure }) => ({
      cluster,
      context,
      user: review?.user,
      level: review?.level ?? 'unknown',
      readsSecrets: review?.readsSecrets ?? 'unknown',
      because: review?.because ?? [],
      failure: failure?.kind,
    })),
    shared,
    unobserved: unobserved.map((cluster) => ({ cluster, why: 'noContext' })),
  };
}

/** A line for each credential, then those that reach too far. */
export function credentialsText(output: Output, answer: CredentialsAnswer): string {
  const lines = answer.credentials.map(({ cluster, review, failure }) => {
    if (review === undefined) {
      const why = failure === undefined ? 'unknown' : failureText(failure);
      return `${styled(output, 'yellow', `? ${cluster}: ${why}`)}\n`;
    }
    const level = styled(output, styles[review.level], words[review.level]);
    const parts = [
      styled(output, 'bold', cluster),
      review.user ?? 'somebody',
      review.readsSecrets ? `${level}, reads secrets` : level,
    ];
    const why = review.because.length === 0 ? '' : `\n    ${review.because.join(', ')}`;
    return `${parts.join('  ')}${why}\n`;
  });
  const shared = answer.shared.map(({ kind, clusters }) => {
    const where = clusters.map(({ cluster, domain }) => `${cluster} (${domain})`).join(', ');
    return `${styled(output, 'red', `! one ${kinds[kind]} for ${where}`)}\n`;
  });
  const open =
    answer.unobserved.length === 0
      ? []
      : [styled(output, 'yellow', `? no context for ${answer.unobserved.join(', ')}\n`)];
  const rest = [...shared, ...open];
  return [...lines, ...(lines.length > 0 && rest.length > 0 ? ['\n'] : []), ...rest].join('');
}

const words: Readonly<Record<CredentialReview['level'], string>> = {
  admin: 'as good as an administrator',
  writer: 'writes',
  reader: 'only reads',
  none: 'nothing in all namespaces',
};

const styles = { admin: 'red', writer: 'yellow', reader: 'green', none: 'dim' } as const;

const kinds: Readonly<Record<SharedCredential['kind'], string>> = {
  certificate: 'certificate',
  token: 'token',
  tokenFile: 'file of a token',
  plugin: 'plugin with the same words',
  password: 'password',
};

/** The manifest of the least rights for a cluster. */
export function rightsYaml(cluster: string, { rules, notServed }: StrataRights): string {
  const list = (texts: readonly string[]): string =>
    `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
  return [
    `# The least that Strata needs on ${cluster}: bind it to whoever looks. Secrets are not among it.`,
    ...notServed.map((one) => `# Not served there: ${one}`),
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata:',
    '  name: strata-reader',
    ...(rules.length === 0 ? ['rules: []'] : ['rules:']),
    ...rules.flatMap(({ group, resources, names, verbs }) => [
      `  - apiGroups: ${list([group])}`,
      `    resources: ${list(resources)}`,
      ...(names === undefined ? [] : [`    resourceNames: ${list(names)}`]),
      `    verbs: ${list(verbs)}`,
    ]),
    '',
  ].join('\n');
}
