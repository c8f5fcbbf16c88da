import { env } from 'node:process';
import { clusters } from '../analysis/clusters.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import type { ApiFailure } from '../live/apiFailure.ts';
import type { Live } from '../live/live.ts';
import type { KubeconfigFault } from '../live/parseKubeconfig.ts';
import type { KnownCluster } from '../live/matchContext.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Call, Option } from './command.ts';

/** The options of commands that ask living clusters. */
export const liveOptions: readonly Option[] = [
  {
    name: 'kubeconfig',
    value: 'FILE',
    text: 'The kubeconfig. Default: $KUBECONFIG, else ~/.kube/config.',
  },
  {
    name: 'context',
    value: 'CLUSTER=CONTEXT',
    text: 'The context of a cluster, where neither its name nor its address tells; may be repeated.',
  },
  {
    name: 'allow-exec',
    value: 'COMMAND',
    text: 'Lets this plugin of the kubeconfig run; without it none does. May be repeated.',
  },
];

/** The option of commands to which an Argo CD server can tell where applications stand. */
export const argocdOption: Option = {
  name: 'argocd-server',
  value: 'URL',
  text: 'An Argo CD that is asked as well, with the token in $ARGOCD_AUTH_TOKEN; may be repeated.',
};

/** The options of commands that may ask many clusters, and keep what they saw. */
export const sweepOptions: readonly Option[] = [
  {
    name: 'record',
    value: 'FILE',
    text: 'Keeps in this file what was seen; it is made where it is not there.',
  },
  { name: 'budget', value: 'SECONDS', text: 'How long one cluster may take. Default: 120.' },
];

/** The door to clusters, loaded by the first question; a failure where a kubeconfig is not there or cannot be read. */
export async function openLive({ options, lists }: Call): Promise<Result<Live, string>> {
  const [module, { missingKubeconfig }, { holdsPassword }] = await Promise.all([
    import('../live/live.ts'),
    import('../live/kubeconfigFiles.ts'),
    import('../live/argoServer.ts'),
  ]);
  const missing = missingKubeconfig(options.get('kubeconfig'));
  if (missing !== undefined) return failed(`the kubeconfig ${missing} cannot be read.`);
  const contexts = (lists.get('context') ?? []).map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, Math.max(at, 0)), one.slice(at + 1)] as const;
  });
  const allowed = new Set(lists.get('allow-exec') ?? []);
  const servers = lists.get('argocd-server') ?? [];
  const token = env['ARGOCD_AUTH_TOKEN'] ?? '';
  if (servers.some(holdsPassword)) {
    return failed(
      '--argocd-server takes no name and no password: the token is in $ARGOCD_AUTH_TOKEN.',
    );
  }
  const bare = servers.find((server) => !/^https?:\/\//i.test(server));
  if (bare !== undefined) {
    return failed(`--argocd-server takes a whole address: write https://${bare}.`);
  }
  if (servers.length > 0 && !/^[\x21-\x7e]*$/.test(token.trim())) {
    return failed(
      'the token in $ARGOCD_AUTH_TOKEN has a space, a line break or another character that no token has.',
    );
  }
  if (servers.length > 0 && token.trim() === '') {
    return failed('the token of the Argo CD server is not in $ARGOCD_AUTH_TOKEN.');
  }
  const live = new module.Live({
    argocd: servers.map((server) => ({ server, token })),
    kubeconfig: options.get('kubeconfig'),
    contexts: Object.fromEntries(contexts),
    consent: ({ command }) => allowed.has(command),
    dryRuns: options.has('dry-run'),
  });
  // An empty file is one without contexts for kubectl, too; who names one means it.
  const fault = live.kubeconfigFaults.find(
    ({ kind }) => kind === 'unreadable' || options.has('kubeconfig'),
  );
  if (fault !== undefined) {
    live.dispose();
    return failed(faultText(fault));
  }
  return ok(live);
}

function faultText(fault: KubeconfigFault): string {
  if (fault.kind === 'empty') return `the kubeconfig ${fault.file} is empty.`;
  const place = fault.line === undefined ? '' : ` (line ${fault.line})`;
  return `the kubeconfig ${fault.file} cannot be read${place}.`;
}

/** Says that a named cluster is not there, or where none is named, that there is none at all. */
export function noCluster(named: string | undefined): string {
  return named === undefined
    ? 'no cluster is known here: strata clusters would list those of the register and of applications.'
    : `there is no cluster ${named}; strata clusters lists them.`;
}

/** The clusters of the register, as far as matching needs them. */
export function knownClusters(analysis: Analysis): Answer<readonly KnownCluster[]> {
  const found = clusters(analysis);
  return found.kind === 'needs'
    ? found
    : {
        kind: 'complete',
        value: found.value.clusters.map(({ name, aliases, server }) => ({ name, aliases, server })),
      };
}

/** Why a cluster gives no answer, in words. */
export function failureText(failure: ApiFailure): string {
  switch (failure.kind) {
    case 'unreachable':
      if (failure.detail === 'address') return 'its address is none with https';
      return `it is unreachable (${failure.detail})`;
    case 'tlsInvalid':
      return `its certificate is not to be trusted (${failure.detail})`;
    case 'authRequired':
      if (failure.detail === 'token')
        return 'it does not take the token, which may be out of date: set $ARGOCD_AUTH_TOKEN anew';
      return 'it wants to know who you are: sign in as you do for kubectl';
    case 'consentRequired':
      return `its kubeconfig runs ${failure.command}: allow it by --allow-exec ${failure.command}`;
    case 'forbidden':
      return failure.detail === 'token'
        ? 'its policy does not let the token read that: it takes "get" of applications and projects'
        : 'it refuses to be read';
    case 'notFound':
      if (failure.detail === 'argocd') return 'no Argo CD answers at this address';
      if (failure.detail === 'redirect')
        return 'it sends elsewhere, where no token is sent: name the address that it leads to';
      return 'it does not serve what is asked';
    case 'gone':
      return 'it has forgotten where it was asked to go on';
    case 'throttled':
      return 'it is too busy';
    case 'serverError':
      return `it fails (${failure.status})`;
  }
}
