import {
  boolValue,
  dictValue,
  listValue,
  stringValue,
  type MapValue,
  type Value,
} from '../template/value.ts';
import { isLibrary, type Chart } from './chart.ts';
import { baseName, type ChartFile } from './chartFile.ts';
import { tableAt } from './dependencyConditions.ts';
import { chartStruct } from './chartStruct.ts';
import { filesValue } from './filesValue.ts';
import { packageOfHelm, type HelmRules } from './helmVersion.ts';
import type { ChartMetadata } from './metadata.ts';

/** A template of a chart with what its dot is. */
export interface ChartTemplate {
  /** Such as `parent/charts/child/templates/service.yaml`. */
  readonly name: string;
  readonly file: ChartFile;
  readonly data: MapValue;
  readonly basePath: string;
  /** The folder of its chart, counted from the chart at the top. */
  readonly folder: string;
}

/**
 * All templates of a chart and those below it, each with the values that it sees. Of one name only the last is there.
 * Source: Helm v4.2.3 and v3.19.4 pkg/engine/engine.go `allTemplates`, `recAllTpls`.
 */
export function collectTemplates(
  chart: Chart,
  top: MapValue,
  rules: HelmRules = 4,
): ChartTemplate[] {
  const templates = new Map<string, ChartTemplate>();
  collect(templates, chart, top, { path: chart.name, isRoot: true, rules });
  return [...templates.values()];
}

interface Place {
  readonly path: string;
  readonly isRoot: boolean;
  readonly rules: HelmRules;
}

function collect(
  templates: Map<string, ChartTemplate>,
  chart: Chart,
  above: MapValue,
  { path, isRoot, rules }: Place,
): MapValue {
  const subcharts = dictValue();
  const values = isRoot
    ? above.entries.get('Values')
    : tableAt(above, ['Values', ...chart.name.split('.')]);
  const data = dictValue([
    [
      'Chart',
      rules === 3 ? chartStruct(chart.metadata, isRoot) : metadataValue(chart.metadata, isRoot),
    ],
    ['Files', filesValue(chart.files)],
    ['Release', above.entries.get('Release') ?? { kind: 'nil' }],
    ['Capabilities', above.entries.get('Capabilities') ?? { kind: 'nil' }],
    ['Values', namedValues(values, rules)],
    ['Subcharts', subcharts],
  ]);
  for (const child of chart.dependencies) {
    const below = child.path ?? `${path}/charts/${child.name}`;
    const place = { path: below, isRoot: false, rules };
    subcharts.entries.set(child.name, collect(templates, child, data, place));
  }
  for (const file of chart.templates) {
    if (!isLibrary(chart) || baseName(file.name).startsWith('_')) {
      const name = `${path}/${file.name}`;
      templates.set(name, {
        name,
        file,
        data,
        basePath: `${path}/templates`,
        folder: chart.folder,
      });
    }
  }
  return data;
}

function namedValues(values: Value | undefined, rules: HelmRules): MapValue {
  const map = values?.kind === 'map' ? values : dictValue();
  return { ...map, named: `${packageOfHelm(rules)}.Values` };
}

/** Source: Helm v4.2.3 pkg/chart/common.go `structToMap`. */
function metadataValue(metadata: ChartMetadata, isRoot: boolean): MapValue {
  const { annotations } = metadata;
  const texts = (list: readonly string[]): Value => listValue(list.map(stringValue));
  return dictValue([
    ['Name', stringValue(metadata.name)],
    ['Home', stringValue(metadata.home)],
    ['Sources', texts(metadata.sources)],
    ['Version', stringValue(metadata.version)],
    ['Description', stringValue(metadata.description)],
    ['Keywords', texts(metadata.keywords)],
    [
      'Maintainers',
      listValue(
        metadata.maintainers.map(({ name, email, url }) =>
          dictValue([
            ['Name', stringValue(name)],
            ['Email', stringValue(email)],
            ['URL', stringValue(url)],
          ]),
        ),
      ),
    ],
    ['Icon', stringValue(metadata.icon)],
    ['APIVersion', stringValue(metadata.apiVersion)],
    ['Condition', stringValue(metadata.condition)],
    ['Tags', stringValue(metadata.tags)],
    ['AppVersion', stringValue(metadata.appVersion)],
    ['Deprecated', boolValue(metadata.deprecated)],
    [
      'Annotations',
      {
        kind: 'map',
        element: 'string',
        entries: new Map([...annotations].map(([key, value]) => [key, stringValue(value)])),
      },
    ],
    ['KubeVersion', stringValue(metadata.kubeVersion)],
    [
      'Dependencies',
      listValue(
        (metadata.dependencies ?? []).map((each) =>
          dictValue([
            ['Name', stringValue(each.name)],
            ['Version', stringValue(each.version)],
            ['Repository', stringValue(each.repository)],
            ['Condition', stringValue(each.condition)],
            ['Tags', texts(each.tags)],
            ['Enabled', boolValue(each.enabled)],
            ['ImportValues', listValue(each.importValues)],
            ['Alias', stringValue(each.alias)],
          ]),
        ),
      ),
    ],
    ['Type', stringValue(metadata.type)],
    ['IsRoot', boolValue(isRoot)],
  ]);
}
