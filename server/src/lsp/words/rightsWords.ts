import type { IdentityRights, Incomplete } from '../../analysis/rights.ts';
import { excessWords, incompleteWords } from '../../text/rightsWords.en.ts';

/** What is said of the rights that controllers need. Plain text. */
export interface RightsWords {
  readonly title: (name: string) => string;
  readonly unknown: (name: string) => string;
  readonly nothing: (name: string) => string;
  readonly account: (account: string, cluster: string | undefined, applications: number) => string;
  /** Who applies today, where nobody is impersonated. */
  readonly today: (controllers: string) => string;
  readonly clusterWide: string;
  readonly inNamespace: (namespace: string) => string;
  readonly named: (names: string) => string;
  readonly guessed: (kind: string) => string;
  readonly incomplete: (application: string, why: Incomplete) => string;
  readonly grantsNothing: string;
  readonly grantsExactly: string;
  readonly roleElsewhere: (role: string) => string;
  readonly missing: (right: string) => string;
  readonly excess: Readonly<Record<IdentityRights['repository']['excess'][number]['kind'], string>>;
  readonly boundBy: (role: string, binding: string) => string;
  readonly project: (name: string) => string;
  readonly sources: string;
  readonly destination: string;
  readonly clusterKinds: string;
  readonly namespaceKinds: string;
  readonly none: string;
  readonly projectElsewhere: string;
}

/** English. */
export const englishRights: RightsWords = {
  title: (name) => `least rights on ${name}`,
  unknown: (name) => `There is no cluster ${name}.`,
  nothing: (name) => `Nothing is delivered to ${name}.`,
  account: (account, cluster, applications) =>
    `${account} on ${cluster ?? 'a cluster that only its controller knows'} · ${applications} ${applications === 1 ? 'application' : 'applications'}`,
  today: (controllers) => `today ${controllers} applies it, without impersonation`,
  clusterWide: 'in the whole cluster',
  inNamespace: (namespace) => `in ${namespace}`,
  named: (names) => `named ${names}`,
  guessed: (kind) => `nothing there defines ${kind}: its resource is guessed`,
  incomplete: (application, why) => `${application} ${incompleteWords[why]}, and may need more`,
  grantsNothing: 'the repository grants it nothing: its rights come from elsewhere',
  grantsExactly: 'the repository grants exactly this',
  roleElsewhere: (role) => `${role} is bound, and stands elsewhere`,
  missing: (right) => `not granted: ${right}`,
  excess: excessWords,
  boundBy: (role, binding) => `${role}, by ${binding}`,
  project: (name) => `project ${name}`,
  sources: 'sources',
  destination: 'to',
  clusterKinds: 'cluster',
  namespaceKinds: 'in namespaces',
  none: 'none',
  projectElsewhere: 'the project stands elsewhere',
};

/** Simplified Chinese. */
export const chineseRights: RightsWords = {
  title: (name) => `${name} 上的最小权限`,
  unknown: (name) => `没有集群 ${name}。`,
  nothing: (name) => `没有内容交付到 ${name}。`,
  account: (account, cluster, applications) =>
    `${cluster ?? '只有其控制器知道的集群'} 上的 ${account} · ${applications} 个应用`,
  today: (controllers) => `目前由 ${controllers} 应用，未使用身份模拟`,
  clusterWide: '整个集群',
  inNamespace: (namespace) => `命名空间 ${namespace}`,
  named: (names) => `名称 ${names}`,
  guessed: (kind) => `那里没有定义 ${kind}：其资源名为推测`,
  incomplete: (application, why) => `${application} ${chineseIncomplete[why]}，可能需要更多权限`,
  grantsNothing: '仓库没有授予它任何权限：其权限来自别处',
  grantsExactly: '仓库授予的权限恰好如此',
  roleElsewhere: (role) => `已绑定 ${role}，但它位于别处`,
  missing: (right) => `未授予：${right}`,
  excess: {
    clusterAdmin: 'cluster-admin',
    wildcard: '通配符',
    escalate: '可提升角色权限',
    bind: '可绑定角色',
    impersonate: '可冒充他人',
    secretsEverywhere: '可读取所有 Secret',
    everywhere: '范围过大',
    unneeded: '不需要',
  },
  boundBy: (role, binding) => `${role}，通过 ${binding}`,
  project: (name) => `项目 ${name}`,
  sources: '来源',
  destination: '目标',
  clusterKinds: '集群级',
  namespaceKinds: '命名空间级',
  none: '无',
  projectElsewhere: '该项目位于别处',
};

const chineseIncomplete: Readonly<Record<Incomplete, string>> = {
  elsewhere: '的文件来自别处',
  gaps: '未完整渲染',
  fails: '无法构建',
};
