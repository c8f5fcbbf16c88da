import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TreeChange, printBuilt } from '../../../scripts/oracle/strata.ts';
import { readRepository } from '../../../scripts/repository.ts';
import { AnalysisHost, type Change } from '../../src/analysis/analysisHost.ts';
import { kustomizationFileNames } from '../../src/kustomize/load.ts';

const fleet = resolve(import.meta.dirname, '..', '..', '..', 'test-fixtures', 'argocd-fleet');
const production = 'apps/checkout/environments/production';

/** The example fleet, with all its roots built once and everything noted that is computed from then on. */
class ObservedFleet {
  readonly #computed: string[] = [];
  readonly #host = new AnalysisHost({
    observer: {
      computed: (query, key) => {
        this.#computed.push(`${query} ${key}`);
      },
    },
  });

  constructor() {
    this.apply(readRepository(fleet));
    this.build();
    this.#computed.length = 0;
  }

  apply(change: Change): void {
    this.#host.apply(change);
  }

  write(path: string, text: string): void {
    const tree = new TreeChange();
    tree.addFile(path, Buffer.from(text, 'utf8'));
    this.apply(tree.change());
  }

  /** Builds all roots; what each prints, or why it does not build. */
  build(): ReadonlyMap<string, string> {
    const analysis = this.#host.analysis();
    return new Map(
      analysis.roots().map((root) => {
        const built = analysis.build(root);
        const printed = built.kind === 'complete' ? printBuilt(built.value) : undefined;
        return [root, printed?.kind === 'ok' ? printed.value : (printed?.failure ?? 'needs')];
      }),
    );
  }

  /** The keys that a query was computed for, without what stands before the last colon. */
  computed(query: string): readonly string[] {
    return this.#computed
      .filter((one) => one.startsWith(`${query} `))
      .map((one) => one.slice(one.lastIndexOf(':') + 1))
      .sort();
  }
}

function textOf(path: string): string {
  return readFileSync(join(fleet, path), 'utf8');
}

describe('what is computed after an edit', () => {
  test('of a comment in an object: its file is read, nothing is rendered', () => {
    const observed = new ObservedFleet();
    const before = observed.build();
    const path = 'apps/checkout/base/deployment.yaml';
    observed.write(path, `# A comment that moves every line.\n\n${textOf(path)}`);
    expect(observed.build()).toEqual(before);
    expect(observed.computed('objects')).toHaveLength(1);
    expect(observed.computed('built')).toEqual([]);
    expect(observed.computed('accumulated')).toEqual([]);
  });

  test('of a comment in a kustomization: its file is read, nothing is rendered', () => {
    const observed = new ObservedFleet();
    const before = observed.build();
    const path = `${production}/kustomization.yaml`;
    observed.write(path, `# A comment that moves every line.\n\n${textOf(path)}`);
    expect(observed.build()).toEqual(before);
    expect(observed.computed('kustomization')).toHaveLength(1);
    expect(observed.computed('built')).toEqual([]);
    expect(observed.computed('accumulated')).toEqual([]);
  });

  test('of one overlay: only it and those that build on it are rendered', () => {
    const observed = new ObservedFleet();
    const leaf = 'apps/checkout/clusters/prod-eu-1';
    observed.write(
      `${leaf}/kustomization.yaml`,
      `${textOf(`${leaf}/kustomization.yaml`)}commonAnnotations: {edited: "yes"}\n`,
    );
    expect(observed.build().get(leaf)).toContain('edited: "yes"');
    expect(observed.computed('built')).toEqual([leaf]);
    expect(observed.computed('accumulated')).toEqual([leaf]);
  });

  test('of a base: it is accumulated once, whoever uses it', () => {
    const observed = new ObservedFleet();
    const path = 'apps/checkout/base/deployment.yaml';
    observed.write(
      path,
      textOf(path).replace('kind: Deployment', 'kind: Deployment # x\nextra: y'),
    );
    observed.build();
    const accumulated = observed.computed('accumulated');
    expect(accumulated.filter((root) => root === 'apps/checkout/base')).toHaveLength(1);
    expect(accumulated.filter((root) => /payments|catalog|platform/.test(root))).toEqual([]);
    expect(observed.computed('built').length).toBeGreaterThan(8);
  });
});

describe('what only its absence, its listing or its link tied to a root', () => {
  test('a second kustomization file beside the first', () => {
    const observed = new ObservedFleet();
    const other = kustomizationFileNames.find((name) => !existsSync(join(fleet, production, name)));
    observed.write(`${production}/${other ?? ''}`, 'namePrefix: other-\n');
    expect(observed.build().get(production)).toContain('two-kustomization-files');
  });

  test('a file that goes, and comes back', () => {
    const observed = new ObservedFleet();
    const before = observed.build();
    const path = 'apps/checkout/base/deployment.yaml';
    observed.apply({ entries: new Map([[path, undefined]]) });
    expect(observed.build().get(production)).toContain('not-found');
    observed.write(path, textOf(path));
    expect(observed.build()).toEqual(before);
  });

  test('a file that a kustomization names before it is there', () => {
    const observed = new ObservedFleet();
    const path = `${production}/kustomization.yaml`;
    const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: late}\n';
    observed.write(path, textOf(path).replace(/^resources:\n/m, 'resources:\n  - late.yaml\n'));
    expect(observed.build().get(production)).toContain('not-found');
    observed.write(`${production}/late.yaml`, object);
    expect(observed.build().get(production)).toContain('late');
  });

  test('a link that leads somewhere else', () => {
    const observed = new ObservedFleet();
    const link = (target: string): Change => {
      const tree = new TreeChange();
      tree.addSymlink('linked', target);
      return tree.change();
    };
    observed.write('user/kustomization.yaml', 'resources: [../linked]\n');
    observed.apply(link('apps/checkout/base'));
    const first = observed.build();
    expect(first.get('user')).toBe(first.get('apps/checkout/base'));
    observed.apply(link('apps/catalog/base'));
    const second = observed.build();
    expect(second.get('user')).toBe(second.get('apps/catalog/base'));
    expect(second.get('user')).not.toBe(first.get('user'));
  });
});
