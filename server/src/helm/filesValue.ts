import { bytesValue } from '../template/bytesValue.ts';
import { goFunction, type TemplateFunction } from '../template/functionTable.ts';
import { textOf } from '../template/functions/arguments.ts';
import { encodeBase64 } from '../template/functions/encodings.ts';
import { compileMatcher, findMatch } from '../template/functions/regexpMatcher.ts';
import {
  dictValue,
  stringsValue,
  stringValue,
  type MapValue,
  type Value,
} from '../template/value.ts';
import { baseName, fileText, type ChartFile } from './chartFile.ts';
import { globPattern } from './glob.ts';
import { writeYaml } from './writeYaml.ts';

/** `.Files` of a chart. Source: Helm v4.2.3 pkg/engine/files.go. */
export function filesValue(files: readonly ChartFile[]): MapValue {
  return filesOf(new Map(files.map((file) => [file.name, file])));
}

function filesOf(files: ReadonlyMap<string, ChartFile>): MapValue {
  const text = (name: Value | undefined): string => {
    const file = files.get(textOf(name));
    return file === undefined ? '' : fileText(file);
  };
  const methods = new Map<string, TemplateFunction>([
    ['Get', goFunction('string', 'string', ([name]) => stringValue(text(name)))],
    ['GetBytes', goFunction('string', '[]uint8', ([name]) => bytesValue(() => text(name)))],
    ['Glob', goFunction('string', 'engine.files', ([pattern]) => matching(files, textOf(pattern)))],
    ['AsConfig', goFunction('', 'string', () => flattened(files, (content) => content))],
    ['AsSecrets', goFunction('', 'string', () => flattened(files, encodeBase64))],
    ['Lines', goFunction('string', 'strings', ([name]) => linesOf(files, textOf(name)))],
  ]);
  return {
    kind: 'map',
    element: '[]uint8',
    entries: new Map([...files].map(([name, file]) => [name, bytesValue(() => fileText(file))])),
    named: 'engine.files',
    methods,
  };
}

function matching(files: ReadonlyMap<string, ChartFile>, pattern: string): MapValue {
  const matcher = compileMatcher(globPattern(pattern) ?? globPattern('**') ?? '');
  return filesOf(
    new Map(
      'problem' in matcher
        ? []
        : [...files].filter(([name]) => findMatch(matcher, name, 0) !== undefined),
    ),
  );
}

function flattened(
  files: ReadonlyMap<string, ChartFile>,
  change: (content: string) => string,
): Value {
  const entries = [...files].map(
    ([name, file]) => [baseName(name), stringValue(change(fileText(file)))] as const,
  );
  return stringValue((writeYaml(dictValue(entries)) ?? '').replace(/\n$/, ''));
}

function linesOf(files: ReadonlyMap<string, ChartFile>, name: string): Value {
  const file = files.get(name);
  if (file === undefined) {
    return stringsValue([]);
  }
  return stringsValue(fileText(file).replace(/\n$/, '').split('\n'));
}
