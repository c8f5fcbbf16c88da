import type { MapValue } from '../../template/value.ts';
import type { ValuesLayer } from '../layerValues.ts';
import type { ChartInputs, IgnoredLayer, NamedText } from './chartInputs.ts';

/** What an Application says about values, with its files read: `spec.source.helm`. */
export interface ArgoCdHelm {
  /** Those of `valueFiles`, globs and templates resolved, without missing ones that may be missing. */
  readonly valueFiles: readonly NamedText[];
  /** The text of `values`. */
  readonly values?: string;
  readonly valuesObject?: MapValue;
  readonly parameters: readonly ArgoCdParameter[];
  /** `fileParameters`, with what the file says. */
  readonly fileParameters: readonly NamedText[];
}

/** One of `parameters`; those of `.argocd-source.yaml` and its kin replace the ones with their names before. */
export interface ArgoCdParameter {
  readonly name: string;
  readonly value: string;
  readonly forceString?: boolean;
}

/**
 * The values of a chart that Argo CD deploys: files in their order, then `valuesObject` or else `values`, then parameters,
 * then those that force a string, then files as parameters.
 *
 * Source: Argo CD v3.2 docs/user-guide/helm.md “Helm Value Precedence”; reposerver/repository/repository.go `helmTemplate`;
 * util/helm/cmd.go `template`, `cleanSetParameters`; Helm v4.2.3 pkg/cli/values/options.go `MergeValues`.
 */
export function argoCdValues(helm: ArgoCdHelm): ChartInputs {
  const ignored: IgnoredLayer[] = [];
  const layers: ValuesLayer[] = helm.valueFiles.map(({ name, text }) => ({
    kind: 'file',
    name,
    text,
  }));
  const { values = '', valuesObject } = helm;
  const text: ValuesLayer = { kind: 'file', name: 'values', text: values };
  if (valuesObject !== undefined) {
    layers.push({ kind: 'values', name: 'valuesObject', values: valuesObject });
    if (values !== '') {
      ignored.push({ layer: text, reason: 'replacedByObject' });
    }
  } else if (values !== '') {
    layers.push(text);
  }
  const plain = helm.parameters.filter(({ forceString }) => forceString !== true);
  const forced = helm.parameters.filter(({ forceString }) => forceString === true);
  for (const [parameters, kind] of [
    [plain, 'set'],
    [forced, 'setString'],
  ] as const) {
    parameters.forEach((parameter, index) => {
      const layer: ValuesLayer = {
        kind,
        line: `${parameter.name}=${cleanParameter(parameter.value)}`,
      };
      const isLast = !parameters.slice(index + 1).some(({ name }) => name === parameter.name);
      if (isLast) {
        layers.push(layer);
      } else {
        ignored.push({ layer, reason: 'namedAgain' });
      }
    });
  }
  for (const { name, text: content } of helm.fileParameters) {
    layers.push({ kind: 'literal', path: name, text: content });
  }
  return { layers, ignored };
}

/** A comma is part of the value, unless it is a list in braces. Source: util/helm/cmd.go `cleanSetParameters`. */
function cleanParameter(value: string): string {
  return value.startsWith('{') && value.endsWith('}') ? value : value.replace(/(?<!\\),/g, '\\,');
}
