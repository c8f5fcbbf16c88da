import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setValues } from '../../src/helm/setValues.ts';
import { loadFiles } from '../../src/helm/loadChart.ts';
import { renderTemplates } from '../../src/helm/renderTemplates.ts';
import { capabilitiesValue, defaultCapabilities } from '../../src/helm/capabilities.ts';
import { coalesceValues } from '../../src/helm/coalesce.ts';
import type { ChartFile } from '../../src/helm/chartFile.ts';
import { jsonValue, writeJson } from '../../src/template/functions/json.ts';
import type { ParsedJson } from '../../src/template/functions/parseJson.ts';
import { sprigFunctions } from '../../src/template/functions/sprig.ts';
import { validText } from '../../src/template/goBytes.ts';
import { renderGoTemplate } from '../../src/template/goTemplate.ts';
import { boolValue, dictValue, intValue, stringValue } from '../../src/template/value.ts';

type Outcome = string | { readonly error: string };

/** What Go makes of templates; `npm run record-templates` fills it in again. */
interface Recorded {
  readonly data: ParsedJson;
  readonly cases: readonly (readonly [string, Outcome])[];
}

function recorded(name: string): Recorded {
  const file = join(import.meta.dirname, 'templates', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}

function shown(outcome: Outcome): Outcome {
  // Bytes that are no text did not get through the recording, either.
  return typeof outcome === 'string' ? validText(outcome) : outcome;
}

describe.each(['goTemplates', 'sprig'])('%s', (name) => {
  const { data, cases } = recorded(name);

  test.each(cases)('%s', (template, expected) => {
    const options = { functions: sprigFunctions, missingKey: 'default' } as const;
    const result = renderGoTemplate(template, jsonValue(data), options);
    expect(shown(result.kind === 'text' ? result.text : { error: result.message })).toEqual(
      expected,
    );
  });
});

describe("Helm's functions and objects", () => {
  const { data, cases } = recorded('helmFunctions');

  test.each(cases)('%s', (template, expected) => {
    expect(shown(inChart(template, data))).toEqual(expected);
  });
});

describe('lines of --set', () => {
  test.each(recorded('setValues').cases)('%s', (line, expected) => {
    const set = setValues(line, dictValue(), 'typed');
    const outcome =
      'problem' in set
        ? { error: set.problem.replace('failed parsing --set data: ', '') }
        : writeJson(set.values);
    expect(outcome).toEqual(expected);
  });
});

test('there are as many cases as were promised', () => {
  expect(recorded('goTemplates').cases.length).toBeGreaterThanOrEqual(400);
  expect(recorded('sprig').cases.length).toBeGreaterThanOrEqual(600);
});

/** The chart of scripts/oracle/helm/main.go. */
function inChart(template: string, data: ParsedJson): Outcome {
  const files: readonly ChartFile[] = Object.entries({
    'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.2.3\nappVersion: "4.5"\n',
    'values.yaml': JSON.stringify(data),
    'templates/t': template,
    'templates/_h.tpl': '{{ define "h" }}<{{ . }}>{{ end }}',
    'a.txt': 'first\nsecond\n',
    'conf/b.yaml': 'b: 1\n',
    'conf/sub/c.yaml': 'c: "x"\n',
  }).map(([name, text]) => ({ name, content: { kind: 'text', text } }));
  const loaded = loadFiles(files, '');
  if ('problem' in loaded) throw new Error(loaded.problem);
  const { chart } = loaded;
  const coalesced = coalesceValues(chart, dictValue(), 'coalesce');
  if ('problem' in coalesced) throw new Error(coalesced.problem);
  const top = dictValue([
    ['Capabilities', capabilitiesValue(defaultCapabilities(undefined))],
    [
      'Release',
      dictValue([
        ['Name', stringValue('r')],
        ['Namespace', stringValue('n')],
        ['IsUpgrade', boolValue(false)],
        ['IsInstall', boolValue(true)],
        ['Revision', intValue(1)],
        ['Service', stringValue('Helm')],
      ]),
    ],
    ['Values', coalesced.values],
  ]);
  const rendered = renderTemplates(chart, top, { parsed: new Map() });
  return rendered.kind === 'failure'
    ? { error: rendered.message }
    : (rendered.files.get('c/templates/t') ?? '');
}
