import type { GroupVersionKind } from '../kubernetes/gvk.ts';
import { isSelected } from '../kubernetes/gvk.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { lazy } from '../util/lazy.ts';
import type { FieldOrigin, Step } from '../yaml/fieldOrigin.ts';
import {
  appendEntry,
  field,
  isMissingOrNull,
  rawText,
  replaceItem,
  replaceValue,
  writeScalarInPlace,
} from '../yaml/nodes.ts';
import { resolvePlainTag } from '../yaml/resolveTag.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { DEFAULT_NAMESPACE } from '../kubernetes/resourceId.ts';
import { copiedOrigin } from './copiedOrigin.ts';
import { splitPath, updateFieldPath } from './fieldSpec.ts';
import type { FieldSpec, NameBackReference } from './fieldSpecs.ts';
import { appendedScalar } from './metadata.ts';
import { lookup, wrongKind } from './pathGetter.ts';
import { buildAnnotations, describeId, type Resource } from './resource.ts';
import type { Report } from './step.ts';
import { remembered, type StepMemo } from './stepMemo.ts';
import { mergedDefaults } from './transformerConfig.ts';

/*
 * Names change under references: a prefix, a suffix or a hash of a ConfigMap must follow wherever its name is written.
 * Source: kustomize api v0.21.1 internal/accumulator/namereferencetransformer.go, filters/nameref/nameref.go.
 */

/** Writes the present names of the resources into the fields that refer to them. */
export function fixNameReferences(
  resources: readonly Resource[],
  references: readonly NameBackReference[],
  report: Report,
  memo: StepMemo | undefined,
): readonly Resource[] {
  const renamed = indexByPreviousName(resources);
  const specs =
    references === mergedDefaults.nameReference ? defaultSpecs() : specsByKind(references);
  // What a reference becomes depends on what all resources are and were called, and on nothing else of them.
  const all = resources.map((resource) => resource.names);
  const names = [all.map(({ text }) => text).join('\n'), ...all.flatMap(({ later }) => later)];
  const fix = (resource: Resource): Resource => {
    let result = resource;
    let failed = false;
    for (const entry of specsFor(specs, resource)) {
      const next = new Referrer(result, entry, renamed, resources).update();
      if (next.kind === 'problem') {
        // What is wrong with an object often keeps many references from being read: it is told once.
        if (!failed) report.fail(problemAt(next, resource.originOf(resource.node).writtenAt));
        failed = true;
        continue;
      }
      result = result.with(next);
    }
    return result;
  };
  return resources.map((resource) =>
    remembered(memo, references, names, resource, report, () => fix(resource)),
  );
}

const defaultSpecs = lazy(() => specsByKind(mergedDefaults.nameReference));

interface ReferrerSpec {
  readonly spec: FieldSpec;
  readonly target: GroupVersionKind;
  readonly path: readonly string[];
}

/** Only what has had another id can be referred to by one. */
function indexByPreviousName(
  resources: readonly Resource[],
): ReadonlyMap<string, readonly Resource[]> {
  const result = new Map<string, Resource[]>();
  for (const resource of resources) {
    for (const name of new Set(resource.previousIds.map((id) => id.name))) {
      const list = result.get(name);
      if (list === undefined) result.set(name, [resource]);
      else list.push(resource);
    }
  }
  return result;
}

function specsByKind(
  references: readonly NameBackReference[],
): ReadonlyMap<string, readonly ReferrerSpec[]> {
  const result = new Map<string, ReferrerSpec[]>();
  for (const reference of references) {
    for (const spec of reference.referrers) {
      const list = result.get(spec.kind);
      const entry = { spec, target: reference, path: splitPath(spec.path, '/') };
      if (list === undefined) result.set(spec.kind, [entry]);
      else list.push(entry);
    }
  }
  return result;
}

function specsFor(
  specs: ReadonlyMap<string, readonly ReferrerSpec[]>,
  resource: Resource,
): readonly ReferrerSpec[] {
  const id = resource.originalId;
  const own = specs.get(id.kind) ?? [];
  const any = id.kind === '' ? [] : (specs.get('') ?? []);
  return [...own, ...any].filter(({ spec }) => isSelected(id, spec));
}

/** One resource that refers to others by one field. */
class Referrer {
  private readonly resource: Resource;
  private readonly spec: FieldSpec;
  private readonly target: GroupVersionKind;
  private readonly path: readonly string[];
  private readonly renamed: ReadonlyMap<string, readonly Resource[]>;
  private readonly all: readonly Resource[];

  constructor(
    resource: Resource,
    { spec, target, path }: ReferrerSpec,
    renamed: ReadonlyMap<string, readonly Resource[]>,
    all: readonly Resource[],
  ) {
    this.resource = resource;
    this.spec = spec;
    this.target = target;
    this.path = path;
    this.renamed = renamed;
    this.all = all;
  }

  update(): ResourceNode | Problem {
    const roleBinding = this.checkRoleBinding();
    if (roleBinding !== undefined) return roleBinding;
    return updateFieldPath(this.resource.node, this.path, this.spec, {
      createKind: undefined,
      createTag: '',
      origin: undefined,
      set: (node) => this.set(node),
    });
  }

  /** Source: reswrangler.go `getNamespacesForRoleBinding`, which fails (or crashes) on subjects that are no objects. */
  private checkRoleBinding(): Problem | undefined {
    if (this.resource.id.clusterScoped || this.resource.id.kind !== 'RoleBinding') return undefined;
    const subjects = field(this.resource.node, 'subjects');
    if (subjects?.kind !== 'sequence') return undefined;
    const id = describeId(this.resource.id);
    for (const subject of subjects.items) {
      const namespace = field(subject, 'namespace');
      const kind = field(subject, 'kind');
      if (
        subject.kind !== 'map' ||
        (namespace !== undefined && kind !== undefined && !isText(kind))
      )
        return problem('kustomize.bad-subject', { id }, this.placeOf(subject));
      if (namespace === undefined || kind === undefined) continue;
      if (rawText(kind) === 'ServiceAccount' && !isText(namespace))
        return problem('kustomize.blank-namespace', { id }, this.placeOf(namespace));
    }
    return undefined;
  }

  private set(node: ResourceNode): ResourceNode | Problem {
    if (isMissingOrNull(node)) return node;
    switch (node.kind) {
      case 'scalar':
        return this.setScalar(node);
      case 'map':
        return this.setMap(node);
      case 'sequence': {
        let result = node;
        for (const [index, item] of node.items.entries()) {
          if (isMissingOrNull(item)) continue;
          if (item.kind === 'sequence')
            return problem(
              'kustomize.bad-reference-list',
              { path: this.spec.path },
              this.placeOf(item),
            );
          const next = item.kind === 'map' ? this.setMap(item) : this.setScalar(item);
          if (next.kind === 'problem') return next;
          result = replaceItem(result, index, next);
        }
        return result;
      }
      case 'alias':
        return node;
    }
  }

  /** Where a node of the referrer stands. */
  private placeOf(node: ResourceNode): SourcePointer {
    return this.resource.originOf(node).writtenAt;
  }

  private setScalar(node: ResourceNode): ResourceNode | Problem {
    const text = rawText(node);
    const referral = this.select(text, this.candidates(text), (a, b) => a.id.name === b.id.name);
    if (referral === undefined) return node;
    if (referral.kind === 'problem') return problemAt(referral, this.placeOf(node));
    const { name } = referral.resource.id;
    if (name === text) return node;
    return writeScalarInPlace(node, {
      value: name,
      tag: '',
      origin: this.origin(referral.resource, 'name', node),
    });
  }

  private setMap(node: ResourceNode): ResourceNode | Problem {
    const wrong = wrongKind(node, 'map');
    if (wrong !== undefined || node.kind !== 'map') return wrong ?? node;
    const nameNode = field(node, 'name');
    if (nameNode === undefined)
      return problem(
        'kustomize.reference-without-name',
        { path: this.spec.path },
        this.placeOf(node),
      );
    const oldName = rawText(nameNode);
    const namespaceNode = field(node, 'namespace');
    const candidates =
      namespaceNode === undefined
        ? this.candidates(oldName)
        : this.candidatesIn(oldName, rawText(namespaceNode));
    const referral = this.select(
      oldName,
      candidates,
      (a, b) => a.id.name === b.id.name && a.id.namespace === b.id.namespace,
    );
    if (referral === undefined) return node;
    if (referral.kind === 'problem') return problemAt(referral, this.placeOf(nameNode));
    const { id } = referral.resource;
    if (id.name === oldName && id.namespace === '') return node;
    const named = this.setField(node, 'name', id.name, referral.resource);
    if (named.kind === 'problem' || id.namespace === '') return named;
    return this.setField(named, 'namespace', id.namespace, referral.resource);
  }

  /** Source: kyaml `FieldSetter` with a `StringValue`. */
  private setField(
    map: ResourceNode & { kind: 'map' },
    key: 'name' | 'namespace',
    value: string,
    referral: Resource,
  ): (ResourceNode & { kind: 'map' }) | Problem {
    const index = map.keys.indexOf(key);
    const old = map.values[index];
    if (old === undefined)
      return appendEntry(
        map,
        key,
        appendedScalar(value, '', this.origin(referral, key, undefined)),
      );
    if (old.kind === 'scalar' && old.value === value)
      return replaceValue(map, index, { ...old, tag: '' });
    return replaceValue(
      map,
      index,
      writeScalarInPlace(old, { value, tag: '', origin: this.origin(referral, key, old) }),
    );
  }

  /** What is written comes from the name of the resource that is referred to. */
  private origin(
    referral: Resource,
    key: 'name' | 'namespace',
    old: ResourceNode | undefined,
  ): FieldOrigin {
    const source = field(field(referral.node, 'metadata'), key) ?? referral.node;
    const own = old && this.resource.originOf(old);
    // Without a namespace it was in `default` at first, so that every namespace since then is the reference's, too.
    const fromStart = key === 'namespace' && own?.gave?.value === DEFAULT_NAMESPACE;
    return referredOrigin(referral.originOf(source), own, fromStart);
  }

  /** The resources that once had a name and that this resource could refer to. Source: `SubsetThatCouldBeReferencedByResource`. */
  private candidates(name: string): readonly Resource[] {
    return this.reachable(this.renamed.get(name) ?? []);
  }

  private reachable(list: readonly Resource[]): readonly Resource[] {
    const { id } = this.resource;
    if (list.length === 0 || id.clusterScoped) return list;
    const namespaces = this.subjectNamespaces();
    return list.filter(
      (candidate) =>
        candidate.id.clusterScoped ||
        candidate.id.effectiveNamespace === id.effectiveNamespace ||
        namespaces.has(candidate.id.namespace),
    );
  }

  private candidatesIn(name: string, namespace: string): readonly Resource[] {
    const all = this.candidates(name);
    const original = all.filter(
      (candidate) => candidate.originalId.effectiveNamespace === namespace,
    );
    // Kustomize groups all candidates, not only those of this name: a group that exists hides the present namespaces.
    if (original.length > 0 || this.hasOriginalNamespace(namespace)) return original;
    return all.filter(
      (candidate) => !candidate.id.clusterScoped && candidate.id.effectiveNamespace === namespace,
    );
  }

  private hasOriginalNamespace(namespace: string): boolean {
    return this.reachable(this.all).some(
      (candidate) => candidate.originalId.effectiveNamespace === namespace,
    );
  }

  private subjectNamespaces(): ReadonlySet<string> {
    const subjects =
      this.resource.id.kind === 'RoleBinding' ? field(this.resource.node, 'subjects') : undefined;
    const result = new Set<string>();
    if (subjects?.kind !== 'sequence') return result;
    for (const subject of subjects.items) {
      const namespace = field(subject, 'namespace');
      if (namespace !== undefined && rawText(field(subject, 'kind')) === 'ServiceAccount')
        result.add(rawText(namespace));
    }
    return result;
  }

  /** Source: nameref.go `selectReferral`. */
  private select(
    name: string,
    all: readonly Resource[],
    same: (a: Resource, b: Resource) => boolean,
  ): { readonly kind: 'referral'; readonly resource: Resource } | Problem | undefined {
    if (all.length === 0) return undefined;
    const role = this.roleRef();
    let candidates = all.filter(
      (candidate) =>
        candidate.previousIds.some((id) => id.name === name) &&
        candidate.previousIds.some((id) => isSelected(id, this.target)) &&
        (role === undefined || candidate.previousIds.some((id) => isSelected(id, role))) &&
        this.inSameNamespace(candidate),
    );
    if (candidates.length !== 1) {
      candidates = candidates.filter((candidate) => affixesEqual(candidate, this.resource, true));
      if (candidates.length > 1)
        candidates = candidates.filter((candidate) =>
          affixesEqual(candidate, this.resource, false),
        );
    }
    const [first] = candidates;
    if (first === undefined) return undefined;
    if (candidates.length === 1 || candidates.every((candidate) => same(candidate, first)))
      return { kind: 'referral', resource: first };
    return problem('kustomize.ambiguous-reference', {
      name,
      candidates: candidates.map((candidate) => describeId(candidate.id)).join(', '),
    });
  }

  private inSameNamespace(candidate: Resource): boolean {
    const { id } = this.resource;
    if (id.clusterScoped || candidate.id.clusterScoped || candidate.id.kind === 'ServiceAccount')
      return true;
    return id.effectiveNamespace === candidate.id.effectiveNamespace;
  }

  /** The kind that a `roleRef` names; `undefined` where the field is none. Source: nameref.go `roleRefFilter`. */
  private roleRef(): GroupVersionKind | undefined {
    if (!this.spec.path.endsWith('roleRef/name')) return undefined;
    const group = lookup(this.resource.node, ['roleRef', 'apiGroup']);
    const kind = lookup(this.resource.node, ['roleRef', 'kind']);
    if (
      group === undefined ||
      kind === undefined ||
      group.kind === 'problem' ||
      kind.kind === 'problem'
    )
      return undefined;
    return { group: rawText(group), version: '', kind: rawText(kind) };
  }
}

/**
 * The chain of a reference goes back through each step that changed the name since it was what the reference says. A name
 * that never was that is followed as it is; and what is new to the reference is written only where a step changed it.
 */
function referredOrigin(
  name: FieldOrigin,
  own: FieldOrigin | undefined,
  fromStart: boolean,
): FieldOrigin {
  const by = ({ by: { root } }: FieldOrigin): Step => ({ kind: 'nameReference', root });
  let until = name.previous;
  while (until !== undefined && !isReached(until, own)) until = until.previous;
  return copiedOrigin({
    original: until === undefined && !fromStart ? { ...name, previous: undefined } : name,
    until,
    by,
    own,
  });
}

function isReached(link: FieldOrigin, own: FieldOrigin | undefined): boolean {
  return own === undefined
    ? link.previous === undefined
    : link.gave !== undefined && link.gave.value === own.gave?.value;
}

/** Source: resource.go `PrefixesSuffixesEquals`. */
function affixesEqual(a: Resource, b: Resource, allowEmpty: boolean): boolean {
  return [buildAnnotations.prefixes, buildAnnotations.suffixes].every((annotation) => {
    const [left, right] = [a.list(annotation), b.list(annotation)];
    if (allowEmpty && (left.length === 0 || right.length === 0)) return true;
    return sameEnding(left, right);
  });
}

/** Source: internal/utils/stringslice.go `SameEndingSubSlice`. */
function sameEnding(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const difference = longer.length - shorter.length;
  if (shorter.length === 0) return difference === 0;
  return shorter.every((text, index) => text === longer[index + difference]);
}

/** Whether go-yaml gives a string for the node. */
function isText(node: ResourceNode): boolean {
  if (node.kind !== 'scalar') return false;
  const tag = node.tag === '' && node.style === 'plain' ? resolvePlainTag(node.value) : node.tag;
  return !/^!!(?:null|bool|int|float|timestamp)$/.test(tag);
}
