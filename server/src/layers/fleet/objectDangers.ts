import { readApplication } from '../../argocd/application.ts';
import { readObject } from '../../delivery/objectReader.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';

/** What a change of an application's own object can cost. Codes never change. */
export type ObjectDangerCode =
  | 'impact.suspends-application'
  | 'impact.stops-syncing'
  | 'impact.starts-pruning'
  | 'impact.changes-account';

/** A danger of such a change, at the place in the new tree that causes it. */
export interface ObjectDanger {
  readonly code: ObjectDangerCode;
  /** The service account that applies from now on; `''` for that of the controller. */
  readonly account?: string | undefined;
  readonly at: SourcePointer;
}

/**
 * What it costs that the object of an application changes: nothing arrives any more, what is gone from Git is deleted from
 * now on, or other rights count.
 * Source: kustomize-controller v1.9.6 kustomization_controller.go `Reconcile`, `prune`; helm-controller v1.4.0
 * helmrelease_controller.go `Reconcile`; Argo CD 3.2.0 controller/appcontroller.go `autoSync`.
 */
export function objectDangers(before: Resource, after: Resource): readonly ObjectDanger[] {
  return [...fluxDangers(before, after), ...argoDangers(before, after)];
}

function fluxDangers(before: Resource, after: Resource): readonly ObjectDanger[] {
  const [old, fresh] = [readFluxApplication(before), readFluxApplication(after)];
  if (old === undefined || fresh === undefined) return [];
  const suspends = old.suspend?.value !== true && fresh.suspend?.value === true;
  const [was, is] = [old, fresh].map((one) =>
    one.kind === 'Kustomization' && one.prune?.value === true ? one.prune : undefined,
  );
  const account = accountOf(after);
  const changesAccount = accountOf(before)?.name !== account?.name;
  return [
    ...(suspends ? [{ code: 'impact.suspends-application' as const, at: fresh.suspend.at }] : []),
    ...(was === undefined && is !== undefined
      ? [{ code: 'impact.starts-pruning' as const, at: is.at }]
      : []),
    ...(changesAccount
      ? [
          {
            code: 'impact.changes-account' as const,
            account: account?.name ?? '',
            at: account?.at ?? fresh.at,
          },
        ]
      : []),
  ];
}

interface Account {
  readonly name: string;
  readonly at: SourcePointer;
}

/** The service account that Flux impersonates. */
function accountOf(object: Resource): Account | undefined {
  const named = readObject(object, () => undefined)
    .map('spec')
    ?.text('serviceAccountName');
  return named === undefined || named.value === ''
    ? undefined
    : { name: named.value, at: named.at };
}

function argoDangers(before: Resource, after: Resource): readonly ObjectDanger[] {
  const [old, fresh] = [readApplication(before), readApplication(after)];
  if (old === undefined || fresh === undefined) return [];
  const [was, is] = [old, fresh].map(({ automated }) =>
    automated?.enabled === true ? automated : undefined,
  );
  return [
    ...(was !== undefined && is === undefined
      ? [{ code: 'impact.stops-syncing' as const, at: fresh.automated?.at ?? fresh.at }]
      : []),
    ...(was?.prune !== true && is?.prune === true
      ? [{ code: 'impact.starts-pruning' as const, at: is.at }]
      : []),
  ];
}
