/** What is said where there is no history and no rollback. */
export interface HistoryWords {
  readonly untrusted: string;
  readonly notDelivered: string;
  readonly notCommitted: (application: string) => string;
  readonly rollbackTitle: (application: string, cluster: string, commit: string) => string;
  readonly pruned: (resource: string) => string;
}

/** English. */
export const englishHistory: HistoryWords = {
  untrusted: 'The history is read from git, which Strata runs only in folders that you trust.',
  notDelivered: 'This is no application on a cluster.',
  notCommitted: (application) => `${application} is not in the last commit.`,
  rollbackTitle: (application, cluster, commit) =>
    `${application} on ${cluster}: back to ${commit}`,
  pruned: (resource) => `${resource} would be pruned`,
};

/** Simplified Chinese. */
export const chineseHistory: HistoryWords = {
  untrusted: '历史记录来自 git，Strata 只在您信任的文件夹中运行 git。',
  notDelivered: '这不是某个集群上的应用。',
  notCommitted: (application) => `最后一次提交中没有 ${application}。`,
  rollbackTitle: (application, cluster, commit) =>
    `${cluster} 上的 ${application}：回滚到 ${commit}`,
  pruned: (resource) => `${resource} 将被清理（prune）`,
};
