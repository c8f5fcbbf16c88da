import { shellWord } from '../util/shellWord.ts';

/** What is synced, and from where. */
export interface SyncTarget {
  /** The kind of the controller's object, as `Application`. */
  readonly kind: string;
  readonly name: string;
  /** `''` where it is not known. */
  readonly namespace: string;
  /** The context of the kubeconfig for the cluster that the object is on; `undefined` where it is not known. */
  readonly context: string | undefined;
  /** `Kind[.group]/[namespace/]name` of the one object that is applied; `undefined` for all of them. */
  readonly resource?: string | undefined;
}

/**
 * The command that makes a controller apply what Git says, for a shell of POSIX, or PowerShell on Windows; `undefined` where
 * no controller keeps the application, or a name is none that a cluster takes: it could be an option, or type keys into the
 * terminal that the command is pasted into. Only Argo CD can apply one object alone.
 *
 * Source: argocd 3.2 `argocd app sync`, with `--kube-context` for who is not logged in to a server; flux 2.7 `flux reconcile`.
 */
export function syncCommandOf(target: SyncTarget, platform: string): string | undefined {
  const { name, namespace, resource = '' } = target;
  const isPlain = [name, `a${namespace}`, `a${resource}`].every((one) =>
    // eslint-disable-next-line no-control-regex -- control characters are keys to a terminal
    /^[^-\s\u0000-\u001F\u007F-\u009F][^\u0000-\u001F\u007F-\u009F]*$/.test(one),
  );
  const words = isPlain ? wordsOf(target) : undefined;
  return words?.map((word) => shellWord(word, platform)).join(' ');
}

function wordsOf(target: SyncTarget): readonly string[] | undefined {
  const { kind, name, namespace, context, resource } = target;
  switch (kind) {
    case 'Application':
      return [
        ...['argocd', 'app', 'sync', namespace === '' ? name : `${namespace}/${name}`],
        ...(resource === undefined ? [] : [`--resource=${argoResource(resource)}`]),
        ...(context === undefined ? [] : [`--kube-context=${context}`]),
      ];
    case 'Kustomization':
    case 'HelmRelease':
      return [
        ...['flux', 'reconcile', kind.toLowerCase(), name],
        ...(namespace === '' ? [] : [`--namespace=${namespace}`]),
        ...(context === undefined ? [] : [`--context=${context}`]),
        '--with-source',
      ];
    default:
      return undefined;
  }
}

/** `GROUP:KIND:[NAMESPACE/]NAME`. */
function argoResource(resource: string): string {
  const slash = resource.indexOf('/');
  const [kind = '', ...group] = resource.slice(0, slash).split('.');
  return `${group.join('.')}:${kind}:${resource.slice(slash + 1)}`;
}
