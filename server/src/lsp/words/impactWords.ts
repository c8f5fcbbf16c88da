import type { DangerImpact } from '../../analysis/impact.ts';
import type { ApplicationRow, CrossingRow } from '../../analysis/impactApplicationRows.ts';
import { stayingWords } from '../../analysis/impactClusters.ts';
import type { LooseEnd } from '../../analysis/looseEnds.ts';
import { looseEndText } from '../../analysis/looseEndRows.ts';
import type { ImpactCounts } from '../../analysis/impactHeadline.ts';
import { dangerText } from '../../analysis/impactWords.ts';

/** Clusters and roots that a file reaches. */
export interface ReachCounts {
  readonly clusters: number;
  readonly production: number;
  /** Whether more clusters may read it that only a controller knows. */
  readonly isOpen: boolean;
  /** ApplicationSets that take it once another revision, which they read, has it. */
  readonly waiting: number;
  /** Where there is no cluster: the roots that read it. */
  readonly roots: number;
}

/** What is said of an impact. Plain text. */
export interface ImpactWords {
  /** All of it in one line; roots that nothing delivers are told where no cluster changes. */
  readonly headline: (counts: ImpactCounts) => string;
  readonly reaches: (counts: ReachCounts) => string;
  /** What changes among the clusters that a changed file reaches. */
  readonly changes: (counts: ImpactCounts & { readonly reached: number }) => string;
  readonly danger: (danger: Omit<DangerImpact, 'at'>) => string;
  readonly deletesApplication: (object: string) => string;
  /** That a change crosses a border between so many environments or release domains. */
  readonly crossing: (code: CrossingRow['code'], count: number) => string;
  readonly looseEnd: (end: Pick<LooseEnd, 'code' | 'path' | 'application' | 'leftOutBy'>) => string;
  /** So many applications of which all the same is unknown, told once. */
  readonly alike: (count: number) => string;
  readonly wasMadeOf: (path: string) => string;
  readonly wasOn: (cluster: string) => string;
  /** That the object of an application, of some kind, is another one. */
  readonly ownObject: (kind: string) => string;
  /** An application takes its files from another revision now. */
  readonly turnsTo: (revision: string) => string;
  /** What of an application that is gone from Git stays on its cluster. */
  readonly stays: Readonly<Record<NonNullable<ApplicationRow['stays']>, string>>;
  readonly follows: (revision: string) => string;
  readonly otherNow: (gap: string) => string;
  /** Why there is no impact. */
  readonly untrusted: string;
  /** Strata could not compare, which is no answer. */
  readonly fault: string;
  readonly noRepository: string;
  readonly git: (message: string) => string;
}

/** English. */
export const englishImpact: ImpactWords = {
  headline: (counts) => {
    const { clusters, production, isOpen, waiting, roots, byHand, open, files } = counts;
    const parts = [
      ...(clusters > 0
        ? [
            `${changing(clusters, isOpen, 'cluster')}${production > 0 ? ` (${production} production)` : ''}`,
          ]
        : []),
      ...(roots > 0 && clusters === 0 ? [changing(roots, false, 'root')] : []),
      ...(byHand > 0 && clusters + roots === 0
        ? [`${changing(byHand, false, 'object')} that somebody applies by hand`]
        : []),
      ...(waiting > 0 ? [`${waiting} not until merged elsewhere`] : []),
    ];
    const start = parts.length > 0 ? parts : [nothing(open, files)];
    return [...start, ...(open > 0 ? [`${open} open`] : [])].join(' · ');
  },
  reaches: ({ clusters, production, isOpen, waiting, roots }) => {
    const later =
      waiting > 0 ? [`${plural(waiting, 'ApplicationSet')} not until merged elsewhere`] : [];
    if (clusters === 0 && isOpen)
      return ['may reach clusters that only a controller knows', ...later].join(' · ');
    if (clusters === 0 && waiting > 0) return `reaches ${later.join('')}`;
    if (clusters === 0 && roots > 0) return `reaches ${plural(roots, 'root')}`;
    const parts = [
      `reaches ${number(clusters, isOpen)} ${clusters === 1 && !isOpen ? 'cluster' : 'clusters'}`,
    ];
    const inProduction = production > 0 ? [`${production} production`] : [];
    return [...parts, ...inProduction, ...later].join(' · ');
  },
  changes: ({ clusters, production, isOpen, roots, open, reached }) => {
    const parts =
      clusters > 0
        ? [
            `changes ${number(clusters, isOpen)} ${clusters === 1 && !isOpen ? 'cluster' : 'clusters'}`,
            ...(production > 0 ? [`${production} production`] : []),
          ]
        : roots > 0
          ? [`changes ${plural(roots, 'root')}`]
          : [open > 0 ? 'no change found' : `changes none of ${plural(reached, 'cluster')}`];
    return [...parts, ...(open > 0 ? [`${open} open`] : [])].join(' · ');
  },
  danger: dangerText,
  deletesApplication: (object) => `${object} goes away, and deletes all that it has deployed`,
  crossing: (code, count) =>
    code === 'impact.crosses-into-production'
      ? 'crosses into production'
      : `crosses ${count} release domains`,
  looseEnd: looseEndText,
  alike: (number) => `${number} alike`,
  wasMadeOf: (path) => `was made of ${path}`,
  wasOn: (cluster) => `was on ${cluster}`,
  ownObject: (kind) => `its ${kind} itself changes`,
  turnsTo: (revision) => `takes its files from ${revision} now, where nobody looks from here`,
  stays: stayingWords,
  follows: (revision) => `follows ${revision}: not until merged there`,
  otherNow: (gap) => `${gap} It is another one now.`,
  fault: '? internal fault: what changes is unknown, see the output of Strata',
  untrusted: 'Impact compares with a commit, and git runs only in a trusted workspace.',
  noRepository: 'This folder belongs to no git repository, and there is nothing to compare with.',
  git: (message) => `Nothing to compare with: ${message}`,
};

function changing(count: number, isOpen: boolean, noun: string): string {
  const isOne = count === 1 && !isOpen;
  return `${number(count, isOpen)} ${noun}${isOne ? '' : 's'} ${isOne ? 'changes' : 'change'}`;
}

function nothing(open: number, files: number): string {
  if (open > 0) return 'no change found';
  return files === 0 ? 'nothing differs' : 'no cluster changes';
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function number(count: number, isOpen: boolean): string {
  return `${count}${isOpen ? '+' : ''}`;
}

/** Simplified Chinese. Names of kinds and fields stay English. */
export const chineseImpact: ImpactWords = {
  headline: (counts) => {
    const { clusters, production, isOpen, waiting, roots, byHand, open, files } = counts;
    const parts = [
      ...(clusters > 0
        ? [
            `${number(clusters, isOpen)} 个集群有变更${production > 0 ? `（${production} 个生产）` : ''}`,
          ]
        : []),
      ...(roots > 0 && clusters === 0 ? [`${roots} 个根有变更`] : []),
      ...(byHand > 0 && clusters + roots === 0 ? [`${byHand} 个手工应用的对象有变更`] : []),
      ...(waiting > 0 ? [`${waiting} 个集群待别处合并后才变更`] : []),
    ];
    const none = open > 0 ? '未发现变更' : files === 0 ? '没有差异' : '没有集群变更';
    const start = parts.length > 0 ? parts : [none];
    return [...start, ...(open > 0 ? [`${open} 项无法判断`] : [])].join(' · ');
  },
  reaches: ({ clusters, production, isOpen, waiting, roots }) => {
    const later = waiting > 0 ? [`${waiting} 个 ApplicationSet 需在他处合并后才生效`] : [];
    if (clusters === 0 && isOpen) return ['可能波及只有控制器知道的集群', ...later].join(' · ');
    if (clusters === 0 && waiting > 0) return `波及 ${later.join('')}`;
    if (clusters === 0 && roots > 0) return `波及 ${roots} 个根`;
    const parts = [`波及 ${number(clusters, isOpen)} 个集群`];
    const inProduction = production > 0 ? [`${production} 个生产`] : [];
    return [...parts, ...inProduction, ...later].join(' · ');
  },
  changes: ({ clusters, production, isOpen, roots, open, reached }) => {
    const parts =
      clusters > 0
        ? [
            `变更 ${number(clusters, isOpen)} 个集群`,
            ...(production > 0 ? [`${production} 个生产`] : []),
          ]
        : roots > 0
          ? [`变更 ${roots} 个根`]
          : [open > 0 ? '未发现变更' : `${reached} 个集群均无变更`];
    return [...parts, ...(open > 0 ? [`${open} 项无法判断`] : [])].join(' · ');
  },
  danger: ({ code, resource, field, other }) => {
    switch (code) {
      case 'impact.prunes-volume-claim':
        return `${resource} 将被清理（prune），其卷中的数据可能随之丢失`;
      case 'impact.prunes-crd':
        return `${resource} 将被清理（prune），该类型的所有对象随之删除`;
      case 'impact.prunes-namespace':
        return `${resource} 将被清理（prune），其中的一切随之删除`;
      case 'impact.prunes-stateful-set':
        return `${resource} 将被清理（prune），其 Pod 随之删除`;
      case 'impact.immutable-field':
        return `${resource} 的 ${field ?? '/'} 不能就地修改：API server 会拒绝`;
      case 'impact.changes-rbac':
        return `${resource} 改变了谁可以做什么`;
      case 'impact.two-owners':
        return `${resource} 在此集群上也属于 ${other ?? ''}：两个应用拥有同一对象`;
      case 'impact.suspends-application':
        return `${resource} 已暂停：此后的变更不再经由它到达`;
      case 'impact.stops-syncing':
        return `${resource} 不再自动同步：变更要等有人同步后才到达`;
      case 'impact.starts-pruning':
        return `${resource} 从现在起会清理（prune）：它部署过而 Git 中已没有的对象将被删除`;
      case 'impact.changes-account':
        return other === undefined || other === ''
          ? `${resource} 从现在起以其控制器的权限应用`
          : `${resource} 从现在起以服务账户 ${other} 的权限应用`;
    }
  },
  deletesApplication: (object) => `${object} 将消失，并删除它部署的一切`,
  crossing: (code, count) =>
    code === 'impact.crosses-into-production' ? '同时变更生产与其他环境' : `跨越 ${count} 个发布域`,
  looseEnd: ({ code, path, application, leftOutBy }) => {
    const place = path === '' ? '.' : path;
    if (code === 'delivery.undelivered') return `没有任何来源交付 ${place}`;
    return leftOutBy === undefined
      ? `${application ?? ''} 来自 ${place}，而它不存在`
      : `${application ?? ''} 来自 ${place}，而 ${leftOutBy} 将其排除`;
  },
  alike: (number) => `相同的有 ${number} 个`,
  wasMadeOf: (path) => `此前来自 ${path}`,
  wasOn: (cluster) => `此前位于 ${cluster}`,
  ownObject: (kind) => `其 ${kind} 本身有变更`,
  turnsTo: (revision) => `现在从 ${revision} 取文件，此处看不到其内容`,
  stays: {
    application: '仍留在集群上，因为没有什么会删除它',
    objects: '它部署的内容仍留在集群上',
  },
  follows: (revision) => `跟随 ${revision}：合并到该处后才生效`,
  otherNow: (gap) => `${gap}并且它现在已不同。`,
  fault: '? 内部错误：无法判断影响，请查看 Strata 的输出',
  untrusted: '影响需要与某个提交比较，而 git 只在受信任的工作区中运行。',
  noRepository: '此文件夹不属于任何 git 仓库，没有可比较的对象。',
  git: (message) => `没有可比较的对象：${message}`,
};
