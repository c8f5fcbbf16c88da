import { contentIdOf, readContent } from '../kustomize/files.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { treePathsInput } from './treePaths.ts';

/** What a text may hold, told by its words alone: whoever looks for it reads only the files that mention it. */
interface MentionRule {
  /** The names of files that may hold it. Default: those of YAML. */
  readonly names?: RegExp;
  readonly mentions: (text: string) => boolean;
}

const objectNames = /\.(?:ya?ml|json)$/i;

/** Whether a file may hold objects, by its name. */
export function mayHoldObjects(path: FileId): boolean {
  return objectNames.test(path);
}

const rules = {
  /** Objects that make applications: patches and templates of charts count as well. */
  applications: {
    names: objectNames,
    mentions: (text) =>
      (text.includes('argoproj.io/') &&
        /\bkind\b["']?\s*:\s*["']?Application(?:Set)?\b/.test(text)) ||
      /\b(?:toolkit\.fluxcd\.io|fluxcd\.controlplane\.io)\//.test(text),
  },
  /** Objects that give files to objects of Flux. */
  fluxSources: {
    names: objectNames,
    mentions: (text) =>
      /\bsource\.(?:toolkit|extensions)\.fluxcd\.io\/|\bFluxInstance\b|\bflux-instance\b/.test(
        text,
      ),
  },
  /** Secrets of Argo CD that hold a cluster. */
  clusterSecrets: { mentions: (text) => text.includes('argocd.argoproj.io/secret-type') },
  /** Settings of an instance of Argo CD. */
  argoSettings: {
    mentions: (text) =>
      /\bargocd-cm\b|\bkustomizeBuildOptions\b|\bkustomize\.buildOptions\b/.test(text),
  },
  /** Projects of Argo CD that give what they permit to others. */
  globalProjects: { mentions: (text) => text.includes('globalProjects') },
  /** Projects of Argo CD. */
  projects: { mentions: (text) => /\bAppProject\b/.test(text) },
  /** Objects of Argo CD's Image Updater. */
  imageUpdaters: { mentions: (text) => /\bkind["']?\s*:\s*["']?ImageUpdater\b/.test(text) },
  /** Who is told of events. */
  notifications: {
    mentions: (text) =>
      /notifications\.argoproj\.io|argocd-notifications-cm|notification\.toolkit\.fluxcd\.io/.test(
        text,
      ),
  },
} as const satisfies Readonly<Record<string, MentionRule>>;

/** Something that is looked for in texts. */
export type Mention = keyof typeof rules;

const table: readonly (readonly [string, MentionRule])[] = Object.entries(rules);

/** Whether a content mentions something. */
export function contentMentions(reader: Reader, content: string, mention: Mention): boolean {
  return (reader.get(contentMentionsQuery, content) & bitOf(mention)) !== 0;
}

/** Finds the files of the tree that mention something, sorted; an edit looks at the edited file again, and at no other. */
export type MentioningFiles = (reader: Reader) => readonly FileId[];

/** The files of the tree that mention something. */
export function filesMentioning(mention: Mention): MentioningFiles {
  return (reader) => reader.get(mentioningQuery, mention);
}

/** What a content mentions, a bit for each rule: all are looked for in one go. */
const contentMentionsQuery: Query<string, number> = {
  name: 'contentMentions',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    if (value?.kind !== 'text') return 0;
    const { text } = value;
    return table.reduce(
      (bits, [, { mentions }], at) => (mentions(text) ? bits | (1 << at) : bits),
      0,
    );
  },
};

const fileMentionsQuery: Query<FileId, number> = {
  name: 'fileMentions',
  compute: (path, reader) => {
    const content = contentIdOf(reader, path);
    return content === undefined ? 0 : reader.get(contentMentionsQuery, content);
  },
};

/** The files that mention anything, with what; made in one go, since mostly a file mentions nothing. */
const mentioningAnythingQuery: Query<'', readonly (readonly [FileId, number])[]> = {
  name: 'mentioningAnything',
  compute: (_key, reader) =>
    reader.read(treePathsInput, '').flatMap((path): readonly (readonly [FileId, number])[] => {
      if (!mayHoldObjects(path)) return [];
      const bits = reader.get(fileMentionsQuery, path);
      return bits === 0 ? [] : [[path, bits]];
    }),
};

const mentioningQuery: Query<Mention, readonly FileId[]> = {
  name: 'mentioning',
  // Each file counts here, the clusters and so the whole fleet rest on it, and hardly an edit changes it.
  settles: true,
  equals: (a, b) => a.length === b.length && a.every((path, at) => path === b[at]),
  compute: (mention, reader) => {
    const { names = /\.ya?ml$/ }: MentionRule = rules[mention];
    const bit = bitOf(mention);
    return reader
      .get(mentioningAnythingQuery, '')
      .flatMap(([path, bits]) => ((bits & bit) !== 0 && names.test(path) ? [path] : []));
  },
};

function bitOf(mention: Mention): number {
  return 1 << table.findIndex(([name]) => name === mention);
}
