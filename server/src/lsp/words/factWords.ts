/** What facts of clusters are called, by their field. */
export type FactWords = Readonly<Record<string, string>>;

/** English. */
export const englishFacts: FactWords = {
  name: 'cluster',
  aliases: 'also called',
  server: 'server',
  environment: 'environment',
  region: 'region',
  tenant: 'tenant',
  owner: 'owner',
  approvers: 'approvers',
  network: 'network',
  releaseDomain: 'release domain',
  wave: 'wave',
  kubernetesVersion: 'Kubernetes',
  purpose: 'purpose',
  mirrors: 'mirrors',
  flux: 'folder of Flux',
  project: 'project',
};

/** Simplified Chinese. */
export const chineseFacts: FactWords = {
  name: '集群',
  aliases: '别名',
  server: '服务器',
  environment: '环境',
  region: '区域',
  tenant: '租户',
  owner: '负责人',
  approvers: '审批人',
  network: '网络',
  releaseDomain: '发布域',
  wave: '批次',
  kubernetesVersion: 'Kubernetes',
  purpose: '用途',
  mirrors: '镜像自',
  flux: 'Flux 起始目录',
  project: '项目',
};
