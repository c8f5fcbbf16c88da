import { createHash } from 'node:crypto';
import type { Analysis } from '../../server/src/analysis/analysis.ts';
import { AnalysisHost, type Change } from '../../server/src/analysis/analysisHost.ts';
import { build, type Built } from '../../server/src/kustomize/build.ts';
import {
  contentInput,
  entryInput,
  parentOf,
  type Content,
} from '../../server/src/kustomize/files.ts';
import { Database } from '../../server/src/query/database.ts';
import { failed, ok, type Result } from '../../server/src/util/result.ts';
import { writeCanonical } from '../../server/src/yaml/canonical.ts';
import type { BuildCase } from './oracle.ts';

/*
 * Strata's answers to the questions that the oracle takes, so that the two can be compared.
 */

/** What Strata makes of a case: the output, or the codes of what it says kustomize fails with. */
export function buildWithStrata(input: BuildCase): Result<string, string> {
  if (input.options?.managedByLabel === true) {
    return printBuilt(buildManaged(input));
  }
  const host = new AnalysisHost();
  host.apply(changeFor(input));
  return buildRoot(host.analysis(), normalRoot(input.target), input.options);
}

/** The same for a root of a host that is there already. */
export function buildRoot(
  analysis: Analysis,
  root: string,
  options: BuildCase['options'] = {},
): Result<string, string> {
  const answer = analysis.build(root, {
    restrictions: options.loadRestrictions === 'none' ? 'none' : 'root',
    reorder: options.reorder === 'none' ? 'none' : 'legacy',
  });
  return answer.kind === 'needs'
    ? failed(`needs ${answer.needs.map(({ id }) => id).join(' ')}`)
    : printBuilt(answer.value);
}

/** What `kustomize build` would print, or why it would print nothing. */
export function printBuilt(built: Built): Result<string, string> {
  if (built.failures.length > 0) {
    return failed(
      built.failures
        .map(({ code, parameters }) => `${code} ${JSON.stringify(parameters)}`)
        .join('\n'),
    );
  }
  const documents: string[] = [];
  for (const { node } of built.resources) {
    const printed = writeCanonical(node);
    if ('problem' in printed) {
      return failed(`print ${printed.problem.message}`);
    }
    documents.push(printed.text);
  }
  return ok(documents.join('---\n'));
}

/** A build with the label that only a command line option asks for, which no analysis offers. */
function buildManaged(input: BuildCase): Built {
  const { entries, contents } = changeFor(input);
  const database = new Database();
  for (const [id, content] of contents ?? []) {
    database.set(contentInput, id, content);
  }
  for (const [path, entry] of entries ?? []) {
    database.set(entryInput, path, entry);
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      database.set(entryInput, folder, { kind: 'directory' });
      if (folder === '') {
        break;
      }
    }
  }
  return build(normalRoot(input.target), {
    reader: database,
    restrictions: input.options?.loadRestrictions === 'none' ? 'none' : 'root',
    reorder: input.options?.reorder === 'none' ? 'none' : 'legacy',
    managedByLabel: true,
  });
}

/** The tree of a case as one change of an empty host. */
export function changeFor({ files, filesBase64 = {}, symlinks = {} }: BuildCase): Change {
  const tree = new TreeChange();
  for (const [path, text] of Object.entries(files)) {
    tree.addFile(path, Buffer.from(text, 'utf8'));
  }
  for (const [path, bytes] of Object.entries(filesBase64)) {
    tree.addFile(path, Buffer.from(bytes, 'base64'));
  }
  for (const [path, target] of Object.entries(symlinks)) {
    tree.addSymlink(path, target);
  }
  return tree.change();
}

/** Collects files and links for a change; a content's id is the hash of its bytes. */
export class TreeChange {
  readonly #entries = new Map<
    string,
    | { readonly kind: 'file'; readonly content: string }
    | { readonly kind: 'symlink'; readonly target: string }
  >();
  readonly #contents = new Map<string, Content>();

  /** `path` may be absolute: the tree's top is its root. */
  addFile(path: string, bytes: Buffer): void {
    const id = createHash('sha1').update(bytes).digest('hex');
    this.#entries.set(normalRoot(path), { kind: 'file', content: id });
    this.#contents.set(id, contentOf(bytes));
  }

  /** `target` as the link holds it. */
  addSymlink(path: string, target: string): void {
    this.#entries.set(normalRoot(path), { kind: 'symlink', target });
  }

  change(): Change {
    return { entries: this.#entries, contents: this.#contents };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function contentOf(bytes: Buffer): Content {
  try {
    return { kind: 'text', text: utf8.decode(bytes) };
  } catch {
    return { kind: 'bytes', bytes };
  }
}

/** A path as the engine knows it: relative, clean. */
export function normalRoot(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
