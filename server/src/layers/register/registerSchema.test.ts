import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { exampleFleet } from '../../../test/commandLine.ts';
import {
  observedApplicationKeys,
  observedKinds,
  observedSourceKeys,
} from './observedApplication.ts';
import {
  clusterKeys,
  clusterPurposes,
  controllerNames,
  observedClusterKeys,
} from './registerCluster.ts';
import { observedKeys, registerFile, registerKeys } from './registerFile.ts';

interface Shape {
  readonly properties: Readonly<Record<string, Shape>>;
  readonly items: Shape;
  readonly enum: readonly string[];
  readonly $defs: Readonly<Record<string, Shape>>;
}

const path = join(import.meta.dirname, '../../../../docs/schemas/clusters.schema.json');
const schema = JSON.parse(readFileSync(path, 'utf8')) as Shape;

test('the published schema has the keys that are read', () => {
  const keys = (shape: Shape | undefined): readonly string[] =>
    Object.keys(shape?.properties ?? {}).sort();
  const { cluster, observedCluster, observedApplication } = schema.$defs;
  expect(keys(schema)).toEqual([...registerKeys].sort());
  expect(keys(schema.properties.observed)).toEqual([...observedKeys].sort());
  expect(keys(cluster)).toEqual([...clusterKeys].sort());
  expect(keys(cluster?.properties.controllers)).toEqual([...controllerNames].sort());
  expect(cluster?.properties.purpose?.enum).toEqual(clusterPurposes);
  expect(keys(observedCluster)).toEqual([...observedClusterKeys].sort());
  expect(keys(observedApplication)).toEqual([...observedApplicationKeys].sort());
  expect(observedApplication?.properties.kind?.enum).toEqual(observedKinds);
  expect(keys(observedApplication?.properties.sources?.items)).toEqual(
    [...observedSourceKeys].sort(),
  );
});

test('the register of the example fleet fits it', () => {
  const value = parse(readFileSync(join(exampleFleet, registerFile), 'utf8')) as object;
  const validator = new Ajv2020();
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
});
