import { printValue } from '../template/printValue.ts';
import {
  anyType,
  boolValue,
  isTrue,
  stringValue,
  zeroOf,
  type GoType,
  type ObjectValue,
  type Value,
} from '../template/value.ts';
import type { ChartDependency, ChartMetadata, Maintainer } from './metadata.ts';

/** A field of a struct of Go: its name, what JSON calls it, and what it holds. */
type Field = readonly [name: string, json: string, value: Value];

/**
 * `.Chart` of Helm 3: a struct where Helm 4 has a map. Its fields have no other names, and JSON calls them as Chart.yaml does.
 * Source: Helm v3.19.4 pkg/engine/engine.go `recAllTpls`, pkg/chart/metadata.go `Metadata`, pkg/chart/dependency.go.
 */
export function chartStruct(chart: ChartMetadata, isRoot: boolean): ObjectValue {
  const metadata = structOf('chart.Metadata', metadataFields(chart));
  const root = boolValue(isRoot);
  return {
    kind: 'object',
    type: 'struct { chart.Metadata; IsRoot bool }',
    fields: new Map([...metadata.fields, ['Metadata', metadata], ['IsRoot', root]]),
    text: `{${metadata.text} ${isRoot}}`,
    json: [...(metadata.json ?? []), ['IsRoot', root]],
  };
}

function metadataFields(chart: ChartMetadata): readonly Field[] {
  const text = (name: string, json: string, value: string): Field => [
    name,
    json,
    stringValue(value),
  ];
  return [
    text('Name', 'name', chart.name),
    text('Home', 'home', chart.home),
    ['Sources', 'sources', slice('string', chart.sources.map(stringValue))],
    text('Version', 'version', chart.version),
    text('Description', 'description', chart.description),
    ['Keywords', 'keywords', slice('string', chart.keywords.map(stringValue))],
    ['Maintainers', 'maintainers', pointers('Maintainer', chart.maintainers.map(maintainerFields))],
    text('Icon', 'icon', chart.icon),
    text('APIVersion', 'apiVersion', chart.apiVersion),
    text('Condition', 'condition', chart.condition),
    text('Tags', 'tags', chart.tags),
    text('AppVersion', 'appVersion', chart.appVersion),
    ['Deprecated', 'deprecated', boolValue(chart.deprecated)],
    ['Annotations', 'annotations', annotationsOf(chart)],
    text('KubeVersion', 'kubeVersion', chart.kubeVersion),
    [
      'Dependencies',
      'dependencies',
      pointers('Dependency', (chart.dependencies ?? []).map(dependencyFields)),
    ],
    text('Type', 'type', chart.type),
  ];
}

function annotationsOf({ annotations }: ChartMetadata): Value {
  const entries = new Map([...annotations].map(([key, value]) => [key, stringValue(value)]));
  return { kind: 'map', element: 'string', entries };
}

function maintainerFields({ name, email, url }: Maintainer): readonly Field[] {
  return [
    ['Name', 'name', stringValue(name)],
    ['Email', 'email', stringValue(email)],
    ['URL', 'url', stringValue(url)],
  ];
}

function dependencyFields(one: ChartDependency): readonly Field[] {
  return [
    ['Name', always('name'), stringValue(one.name)],
    ['Version', 'version', stringValue(one.version)],
    ['Repository', always('repository'), stringValue(one.repository)],
    ['Condition', 'condition', stringValue(one.condition)],
    ['Tags', 'tags', slice('string', one.tags.map(stringValue))],
    ['Enabled', 'enabled', boolValue(one.enabled)],
    ['ImportValues', 'import-values', slice(anyType, one.importValues)],
    ['Alias', 'alias', stringValue(one.alias)],
  ];
}

/** What JSON writes also where it is empty. */
function always(name: string): string {
  return `${name}!`;
}

function pointers(type: string, all: readonly (readonly Field[])[]): Value {
  const element = `*chart.${type}`;
  return slice(
    element,
    all.map((fields) => structOf(element, fields)),
  );
}

/** Nothing in it is nil in Go. */
function slice(element: GoType, items: readonly Value[]): Value {
  return items.length === 0 ? zeroOf(`[]${element}`) : { kind: 'list', element, items };
}

function structOf(type: string, fields: readonly Field[]): ObjectValue {
  return {
    kind: 'object',
    type,
    fields: new Map(fields.map(([name, , value]) => [name, value])),
    text: `{${fields.map(([, , value]) => printValue(value)).join(' ')}}`,
    json: fields
      .filter(([, json, value]) => json.endsWith('!') || isTrue(value))
      .map(([, json, value]) => [json.replace('!', ''), value]),
  };
}
