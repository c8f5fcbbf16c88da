import type { FunctionTable } from '../functionTable.ts';
import { customCertFunctions } from './customCert.ts';
import { dateFunctions } from './dates.ts';
import { defaultFunctions } from './defaults.ts';
import { dictFunctions } from './dicts.ts';
import { encodingFunctions } from './encodings.ts';
import { jsonFunctions } from './json.ts';
import { listFunctions } from './lists.ts';
import { nonDeterministicFunctions } from './nonDeterministic.ts';
import { numberFunctions } from './numbers.ts';
import { pathFunctions } from './paths.ts';
import { regexpFunctions } from './regexps.ts';
import { semverFunctions } from './semver.ts';
import { stringFunctions } from './strings.ts';
import { urlFunctions } from './urls.ts';
import { wordFunctions } from './words.ts';

/**
 * The functions of sprig without `env`, `expandenv` and `getHostByName`, which Argo CD and Helm take out.
 * Source: sprig v3.3.0 functions.go `GenericFuncMap`.
 */
export const sprigFunctions: FunctionTable = new Map([
  ...stringFunctions,
  ...wordFunctions,
  ...numberFunctions,
  ...listFunctions,
  ...dictFunctions,
  ...defaultFunctions,
  ...jsonFunctions,
  ...encodingFunctions,
  ...regexpFunctions,
  ...semverFunctions,
  ...urlFunctions,
  ...pathFunctions,
  ...dateFunctions,
  ...customCertFunctions,
  ...nonDeterministicFunctions,
]);
