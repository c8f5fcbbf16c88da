import { buildKey, builtQuery, type BuildKey } from '../kustomize/build.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { Query, Reader } from '../query/database.ts';
import { isSamplePath, lowered } from '../secrets/pathSort.ts';
import type { FileFinding } from '../secrets/scanFile.ts';
import {
  ciphertextIn,
  scanRendered,
  type DeployedCiphertext,
  type RenderedSecret,
} from '../secrets/scanRendered.ts';
import { sealedScope } from '../secrets/sealedScope.ts';
import { readSuppressions } from '../secrets/suppressions.ts';
import type { Severity } from '../text/diagnostics.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { RenderOptions } from './analysis.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { rangeOfPointer } from './sourceRange.ts';

/** What the rendered output of roots says of a file that they read. */
export interface RenderedFinding extends FileFinding {
  readonly rule: 'secrets.ciphertext-rendered' | 'secrets.rendered' | 'secrets.sealed-secret-moved';
  /** What else the message tells. */
  readonly more: Readonly<Record<string, string>>;
}

/** Findings, and the lines of the comments that silenced none of them. */
export interface RenderedFindings {
  readonly findings: readonly RenderedFinding[];
  readonly unused: ReadonlySet<number>;
}

/**
 * What becomes a secret in clear, or a SealedSecret that does not decrypt, only in what roots build: at the place of the file
 * that wrote it, each once. `known` is what the file's own text shows, which is not told again.
 */
export function renderedFindings(
  reader: Reader,
  { file, text }: { readonly file: FileId; readonly text: string },
  {
    roots,
    options,
    known,
  }: {
    readonly roots: readonly FileId[];
    readonly options: RenderOptions;
    readonly known: readonly FileFinding[];
  },
): RenderedFindings {
  const found = new Map<string, RenderedFinding>();
  const suppressions = readSuppressions(text);
  for (const root of roots) {
    for (const one of findingsIn(reader, root, { options, file })) {
      const key = `${one.rule} ${JSON.stringify(one.at)} ${one.name}`;
      if (found.has(key)) continue;
      const place = placeOf(reader, one.at);
      const isKnown = known.some((other) => isSame(other, one.value) || overlaps(other, place));
      // A comment on what the text shows is also about what becomes of it.
      if (isKnown || suppressions.silencesAny(place.line)) continue;
      const { rule, name, pointer, value, more } = one;
      const severity = isSamplePath(file) ? lowered(one.severity) : one.severity;
      found.set(key, { ...place, rule, severity, name, pointer, value, more: { ...more, root } });
    }
  }
  const unused = new Set(suppressions.unused().map(({ line }) => line));
  return { findings: [...found.values()], unused };
}

/** What a root has to tell of a file. */
function findingsIn(
  reader: Reader,
  root: FileId,
  { options, file }: { readonly options: RenderOptions; readonly file: FileId },
): readonly RootFinding[] {
  const { all } = reader.get(candidatesQuery, buildKey(root, options));
  return all
    .flatMap(({ files, findings }) => (files.has(file) ? findings() : []))
    .filter(({ at }) => at.file === file);
}

type Place = Pick<FileFinding, 'line' | 'column' | 'endLine' | 'endColumn'>;

function placeOf(reader: Reader, at: SourcePointer): Place {
  const { start, end } = rangeOfPointer(reader, at);
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

/** A value that the text itself shows, however it is written there. */
function isSame({ value }: FileFinding, other: string | undefined): boolean {
  if (value === undefined || other === undefined) return false;
  return value === other || value.includes(other) || other.includes(value);
}

function overlaps(a: Place, b: Place): boolean {
  return a.line <= b.endLine && a.endLine >= b.line;
}

/** The roots that have something to tell of a file, by file. */
export function rootsThatTell(
  reader: Reader,
  roots: readonly FileId[],
  options: RenderOptions,
): ReadonlyMap<FileId, readonly FileId[]> {
  const found = new Map<FileId, FileId[]>();
  for (const root of roots) {
    const { all } = reader.get(candidatesQuery, buildKey(root, options));
    const findings = all.flatMap((one) => one.findings());
    for (const file of new Set(findings.map(({ at }) => at.file))) {
      const known = found.get(file) ?? [];
      known.push(root);
      found.set(file, known);
    }
  }
  return found;
}

interface RootFinding {
  readonly rule: RenderedFinding['rule'];
  readonly severity: Severity;
  readonly at: SourcePointer;
  readonly name: string;
  readonly pointer: string;
  readonly value: string | undefined;
  readonly more: Readonly<Record<string, string>>;
}

/** What can hold a finding in a root. */
interface Candidates {
  readonly all: readonly Candidate[];
  /** By objects, which stay the same references as long as nothing in them changes. */
  readonly byObject: ReadonlyMap<ResourceNode, Candidate>;
}

interface Candidate {
  /** The files that wrote any of it. */
  readonly files: ReadonlySet<FileId>;
  /** Found when somebody asks: a ConfigMap may hold a book. */
  readonly findings: () => readonly RootFinding[];
}

const candidatesQuery: Query<BuildKey, Candidates> = {
  name: 'renderedSecrets',
  droppable: true,
  compute: (key, reader, previous) => {
    const byObject = new Map<ResourceNode, Candidate>();
    for (const resource of reader.get(builtQuery, key).resources) {
      if (!/^(?:Secret|ConfigMap|SealedSecret)$/.test(resource.id.kind)) continue;
      const { node } = resource;
      byObject.set(node, previous?.byObject.get(node) ?? newCandidate(resource));
    }
    return { all: [...byObject.values()], byObject };
  },
};

function newCandidate(resource: Resource): Candidate {
  let found: readonly RootFinding[] | undefined;
  return {
    files: filesOf(resource),
    findings: () => {
      found ??= [
        ...scanRendered(resource.node).map((one) => secretIn(resource, one)),
        ...ciphertextIn(resource.node).map((one) => stillEncrypted(resource, one)),
        ...movedSeal(resource),
      ];
      return found;
    },
  };
}

function filesOf(resource: Resource): ReadonlySet<FileId> {
  const files = new Set<FileId>([resource.source.file]);
  const visit = (node: ResourceNode): void => {
    if (node.origin !== undefined) files.add(node.origin.writtenAt.file);
    if (node.kind === 'map') node.values.forEach(visit);
    else if (node.kind === 'sequence') node.items.forEach(visit);
  };
  visit(resource.node);
  return files;
}

function secretIn(resource: Resource, secret: RenderedSecret): RootFinding {
  const { severity, name, pointer, value, node } = secret;
  const label = resourceText(nameOf(resource));
  return {
    rule: 'secrets.rendered',
    severity,
    at: resource.originOf(node).writtenAt,
    name,
    pointer: `${label}#${pointer}`,
    value,
    more: { resource: label },
  };
}

function stillEncrypted(
  resource: Resource,
  { name, pointer, node }: DeployedCiphertext,
): RootFinding {
  const label = resourceText(nameOf(resource));
  return {
    rule: 'secrets.ciphertext-rendered',
    severity: 'warning',
    at: resource.originOf(node).writtenAt,
    name,
    pointer: `${label}#${pointer}`,
    value: undefined,
    more: { resource: label },
  };
}

/** A SealedSecret that a layer gives a name or a namespace that it was not sealed for. */
function movedSeal(resource: Resource): readonly RootFinding[] {
  const { node, id } = resource;
  if (id.kind !== 'SealedSecret') return [];
  const scope = sealedScope(node);
  const keys = {
    strict: ['name', 'namespace'],
    'namespace-wide': ['namespace'],
    'cluster-wide': [],
  };
  const metadata = field(node, 'metadata');
  return keys[scope].flatMap((key): readonly RootFinding[] => {
    const value = field(metadata, key);
    if (value === undefined) return [];
    const origin = resource.originOf(value);
    const [before, after] = [firstText(origin), rawText(value)];
    // Without a namespace of its own nobody can tell which one it was sealed for.
    if (before === '' || before === after) return [];
    return [
      {
        rule: 'secrets.sealed-secret-moved',
        severity: 'error',
        at: origin.writtenAt,
        name: resourceText(nameOf(resource)),
        pointer: `${before}#0/metadata/${key}`,
        value: undefined,
        more: { scope, before, after },
      },
    ];
  });
}

/** What the base file wrote; empty where it wrote no text. */
function firstText(origin: FieldOrigin): string {
  let one = origin;
  while (one.previous !== undefined) one = one.previous;
  return one.gave?.value ?? '';
}
