import type { Application } from '../../delivery/application.ts';
import { reason } from '../../delivery/reason.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { fillCaptures, matchCapture } from '../config/capturePattern.ts';
import { configFile, configQuery } from '../config/configFile.ts';
import { rootsInput } from '../roots.ts';
import { entryKey } from './unitKeys.ts';

/** The roots that `deployments` of the configuration calls deployed; the first rule that a root fits counts. */
export function plainApplications(reader: Reader): readonly Application[] {
  const { deployments } = reader.get(configQuery, '');
  if (deployments.length === 0) return [];
  return reader.read(rootsInput, '').flatMap((root): readonly Application[] => {
    for (const { path, application, cluster } of deployments) {
      const kept = matchCapture(path.value, root);
      if (kept === undefined) continue;
      return [
        plainApplication(root, {
          name: fillCaptures(application.value, kept),
          cluster: fillCaptures(cluster.value, kept),
          at: path.at,
        }),
      ];
    }
    return [];
  });
}

function plainApplication(
  root: FileId,
  {
    name,
    cluster,
    at,
  }: Pick<Application, 'name'> & { cluster: string; at: Application['declaredAt'] },
): Application {
  return {
    key: entryKey({ kind: 'root', place: root }),
    controller: 'plain',
    kind: 'Kustomization',
    name,
    namespace: '',
    destination: { cluster, server: undefined, namespace: '' },
    sources: [
      {
        repository: '',
        isHere: true,
        revision: undefined,
        isFollowed: true,
        path: root,
        pathExists: true,
        build: 'kustomize',
        chart: undefined,
        ref: undefined,
      },
    ],
    declaredIn: configFile,
    declaredAt: at,
    parent: undefined,
    certainty: 'known',
    why: reason('application.rule', { file: configFile }),
    object: undefined,
    prunes: false,
    cascades: false,
    suspended: false,
  };
}
