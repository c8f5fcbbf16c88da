/** Where a repository is hosted, as far as the text of a pull request depends on it. */
export interface Forge {
  readonly name: string;
  /** Hosts of which this one is known at once. */
  readonly host: RegExp;
  /** The files that a repository may keep its own template in, the one that wins first. */
  readonly templates: readonly string[];
  /** The address of a line of a branch, below the address of the repository; `undefined` where it is not known. */
  readonly lineOf: ((branch: string, path: string, line: number) => string) | undefined;
  /** Whether a part of the text can be folded. */
  readonly folds: boolean;
}

/** The forges that are known. Source: the pages of each on templates of pull or merge requests. */
export const forges: readonly Forge[] = [
  {
    name: 'GitHub',
    host: /(^|\.)github\./,
    templates: inFolders(['.github/', '', 'docs/'], 'pull_request_template.md'),
    lineOf: (branch, path, line) => `blob/${branch}/${path}#L${line}`,
    folds: true,
  },
  {
    name: 'GitLab',
    host: /(^|\.)gitlab\./,
    templates: ['.gitlab/merge_request_templates/Default.md'],
    lineOf: (branch, path, line) => `-/blob/${branch}/${path}#L${line}`,
    folds: true,
  },
  {
    name: 'Gitea',
    host: /(^|\.)(gitea\.|codeberg\.org$|forgejo\.)/,
    templates: inFolders(['', 'docs/', '.gitea/', '.github/'], 'pull_request_template.md'),
    lineOf: (branch, path, line) => `src/branch/${branch}/${path}#L${line}`,
    folds: true,
  },
  {
    name: 'Gitee',
    host: /(^|\.)gitee\./,
    templates: inFolders(
      ['.gitee/', ''],
      'pull_request_template.zh-CN.md',
      'pull_request_template.md',
    ),
    lineOf: (branch, path, line) => `blob/${branch}/${path}#L${line}`,
    folds: false,
  },
  {
    name: 'GitFox',
    host: /(^|\.)gitfox\./,
    // It is built on Gitness, whose folder it may have kept.
    templates: inFolders(['.gitfox/', '.harness/', ''], 'pull_request_template.md'),
    lineOf: undefined,
    folds: false,
  },
];

/** In capitals, too, as all of them take it. */
function inFolders(folders: readonly string[], ...names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    names.flatMap((name) => [
      `${folder}${name}`,
      `${folder}${name.replace('pull_request_template', 'PULL_REQUEST_TEMPLATE')}`,
    ]),
  );
}

/** A remote of git as an address of the web: `https://github.com/acme/fleet`. */
export interface RemoteAddress {
  readonly host: string;
  readonly web: string;
}

/** Reads the address of a remote, whichever way git writes it, without who logs in; `undefined` for a folder and the like. */
export function readRemote(url: string): RemoteAddress | undefined {
  const scp = /^(?:[^/]*@)?(?<host>[^:/@]+\.[^:/@]+):(?!\/\/)(?<path>.+)$/.exec(url)?.groups;
  const other = /^(?:https?|ssh|git):\/\/(?:[^/]*@)?(?<host>[^:/@]+)(?::\d+)?\/(?<path>.+)$/.exec(
    url,
  )?.groups;
  const { host, path } = scp ?? other ?? {};
  if (host === undefined || path === undefined) return undefined;
  return { host, web: `https://${host}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}` };
}

/** A branch or a path as a part of an address that may stand in a link of Markdown. */
export function addressPart(text: string): string {
  return encodeURI(text).replaceAll(
    /[#?()]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The forge of a host; `undefined` where its name does not tell. */
export function forgeOfHost(host: string): Forge | undefined {
  return forges.find((forge) => forge.host.test(host));
}
