import type { PathHover } from '../../analysis/pathHover.ts';

/** What hovers say beside names. Plain text. */
export interface HoverWords {
  /** On how many clusters a value is told; `open` more cannot be told. */
  readonly effectiveOn: (clusters: number, open: number) => string;
  /** So many clusters were not looked at yet. */
  readonly notYet: (clusters: number) => string;
  readonly clusters: (count: number) => string;
  readonly applications: (count: number) => string;
  readonly users: (count: number) => string;
  readonly roles: Readonly<Record<NonNullable<PathHover['layer']>, string>>;
  /** Nothing stands at a path. */
  readonly missing: string;
  /** A path leads out of what is analyzed. */
  readonly outside: string;
  readonly isIt: (candidate: string) => string;
  readonly folder: string;
  readonly changes: Readonly<Record<'patch' | 'image' | 'generator', (objects: number) => string>>;
  readonly changesNothing: string;
  readonly wave: (wave: number) => string;
  readonly owner: (owner: string) => string;
  readonly releaseDomain: (name: string) => string;
  /** There may be more than the repository tells. */
  readonly mayBeMore: string;
  readonly inferred: string;
  /** How many files a creation rule of SOPS is for. */
  readonly encryptedFiles: (encrypted: number, clear: number) => string;
  /** A creation rule is for a file that nobody has encrypted. */
  readonly inClear: string;
}

/** English. */
export const englishHovers: HoverWords = {
  effectiveOn: (clusters, open) =>
    `effective on ${clusters}${open > 0 ? '+' : ''} ${clusters === 1 && open === 0 ? 'cluster' : 'clusters'}${open > 0 ? ` · ${open} open` : ''}`,
  notYet: (clusters) =>
    clusters === 1
      ? '1 more cluster is not looked at yet'
      : `${clusters} more clusters are not looked at yet`,
  clusters: (count) => (count === 1 ? '1 cluster' : `${count} clusters`),
  applications: (count) => (count === 1 ? '1 application' : `${count} applications`),
  users: (count) => (count === 1 ? '1 root builds on it' : `${count} roots build on it`),
  roles: { base: 'base', overlay: 'overlay', component: 'component', standalone: 'standalone' },
  missing: 'Nothing stands there.',
  outside: 'The path leads out of the repository.',
  isIt: (candidate) => `Is it ${candidate}?`,
  folder: 'folder',
  changes: {
    patch: (objects) => (objects === 1 ? 'changes 1 object' : `changes ${objects} objects`),
    image: (objects) =>
      objects === 1 ? 'sets the image in 1 object' : `sets the image in ${objects} objects`,
    generator: (objects) => (objects === 1 ? 'makes 1 object' : `makes ${objects} objects`),
  },
  changesNothing: 'changes nothing',
  wave: (wave) => `wave ${wave}`,
  owner: (owner) => `owner ${owner}`,
  releaseDomain: (name) => `release domain ${name}`,
  mayBeMore: '? There may be more: the repository alone cannot tell.',
  inferred: '~ inferred',
  encryptedFiles: (encrypted, clear) =>
    `${encrypted === 1 ? '1 encrypted file' : `${encrypted} encrypted files`}${clear > 0 ? ` · ${clear} in clear` : ''}`,
  inClear: 'in clear',
};

/** Simplified Chinese. Names stay English. */
export const chineseHovers: HoverWords = {
  effectiveOn: (clusters, open) =>
    `在 ${clusters}${open > 0 ? '+' : ''} 个集群上生效${open > 0 ? ` · ${open} 个无法判断` : ''}`,
  notYet: (clusters) => `另有 ${clusters} 个集群尚未查看`,
  clusters: (count) => `${count} 个集群`,
  applications: (count) => `${count} 个应用`,
  users: (count) => `${count} 个根基于它构建`,
  roles: { base: '基础层', overlay: '环境覆盖', component: '组件', standalone: '独立' },
  missing: '此处没有任何内容。',
  outside: '此路径指向仓库之外。',
  isIt: (candidate) => `是否为 ${candidate}？`,
  folder: '文件夹',
  changes: {
    patch: (objects) => `更改 ${objects} 个对象`,
    image: (objects) => `在 ${objects} 个对象中设置镜像`,
    generator: (objects) => `生成 ${objects} 个对象`,
  },
  changesNothing: '不更改任何内容',
  wave: (wave) => `第 ${wave} 波`,
  owner: (owner) => `负责人 ${owner}`,
  releaseDomain: (name) => `发布域 ${name}`,
  mayBeMore: '? 可能还有更多：仅凭仓库无法判断。',
  inferred: '~ 推断',
  encryptedFiles: (encrypted, clear) =>
    `${encrypted} 个加密文件${clear > 0 ? ` · ${clear} 个明文文件` : ''}`,
  inClear: '明文',
};
