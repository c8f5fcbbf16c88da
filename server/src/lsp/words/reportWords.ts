import type { OpenKind } from '../../analysis/survey.ts';
import { surveyReasons } from '../../text/surveyWords.en.ts';
import { chineseDrills, englishDrills, type DrillWords } from './drillWords.ts';
import { chineseRights, englishRights, type RightsWords } from './rightsWords.ts';

/** What reports say beside names. Plain text. */
export interface ReportWords {
  readonly columns: { readonly application: string };
  readonly variants: (variants: number, clusters: number) => string;
  readonly explained: (count: number) => string;
  readonly unexplained: (count: number) => string;
  readonly usual: string;
  readonly differences: (count: number) => string;
  readonly gaps: (count: number) => string;
  readonly withoutEnvironment: string;
  readonly mirrors: (standby: string, mirrored: string) => string;
  readonly wholeObject: string;
  readonly onlyHere: string;
  readonly missingHere: string;
  readonly usually: (here: string, usual: string) => string;
  /** Where as many clusters have one value as another. */
  readonly tied: (here: string) => string;
  readonly tiedHere: string;
  readonly tiedMissing: string;
  readonly noReason: string;
  readonly review: (day: string) => string;
  readonly overdue: (day: string) => string;
  readonly versions: string;
  readonly others: string;
  readonly noVersions: string;
  readonly firstLook: string;
  readonly survey: (clusters: number, applications: number, share: number) => string;
  readonly noApplication: (clusters: number) => string;
  readonly whyOpen: string;
  readonly worthALook: string;
  readonly openKinds: Readonly<Record<OpenKind, string>>;
  /** What a place of a layer becomes. */
  readonly effective: (clusters: number) => string;
  readonly nowhere: string;
  readonly unknownCluster: string;
  readonly nothingDelivered: string;
  readonly drill: DrillWords;
  readonly rights: RightsWords;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** English. */
export const englishReports: ReportWords = {
  columns: { application: 'application' },
  variants: (variants, clusters) =>
    `${counted(variants, 'variant', 'variants')} on ${counted(clusters, 'cluster', 'clusters')}`,
  explained: (count) => `${count} explained`,
  unexplained: (count) => `${count} unexplained`,
  usual: 'usual',
  differences: (count) => counted(count, 'difference', 'differences'),
  gaps: (count) => `${counted(count, 'part', 'parts')} cannot be rendered`,
  withoutEnvironment: 'without environment',
  mirrors: (standby, mirrored) => `${standby} mirrors ${mirrored}, and differs`,
  wholeObject: 'the whole object',
  onlyHere: 'only here',
  missingHere: 'missing here',
  usually: (here, usual) => `${here}, usually ${usual}`,
  tied: (here) => `${here}, and otherwise on as many other clusters`,
  tiedHere: 'here, and missing on as many other clusters',
  tiedMissing: 'missing here, and on as many other clusters',
  noReason: 'no reason is recorded',
  review: (day) => `review on ${day}`,
  overdue: (day) => `review was due on ${day}`,
  versions: 'Versions by stage',
  others: 'others',
  noVersions: 'Nothing here runs an image or a chart on a known cluster.',
  firstLook: 'First look',
  survey: (clusters, applications, share) =>
    `${counted(clusters, 'cluster', 'clusters')} · ${counted(applications, 'application', 'applications')} · ${share} % exact`,
  noApplication: (clusters) =>
    `${counted(clusters, 'cluster', 'clusters')} · no application of Argo CD or Flux is declared here`,
  whyOpen: 'Why the rest is open',
  worthALook: 'Worth a look',
  openKinds: surveyReasons,
  effective: (clusters) => `effective on ${counted(clusters, 'cluster', 'clusters')}`,
  nowhere: 'Nothing that is delivered cites this place.',
  unknownCluster: 'a cluster that only its controller knows',
  nothingDelivered: 'Nothing delivers this application here.',
  drill: englishDrills,
  rights: englishRights,
};

/** Simplified Chinese. */
export const chineseReports: ReportWords = {
  columns: { application: '应用' },
  variants: (variants, clusters) => `${clusters} 个集群上有 ${variants} 种变体`,
  explained: (count) => `${count} 种已说明`,
  unexplained: (count) => `${count} 种未说明`,
  usual: '通常',
  differences: (count) => `${count} 处差异`,
  gaps: (count) => `${count} 个部分无法渲染`,
  withoutEnvironment: '无环境',
  mirrors: (standby, mirrored) => `${standby} 是 ${mirrored} 的镜像，但有差异`,
  wholeObject: '整个对象',
  onlyHere: '仅在此处',
  missingHere: '此处缺少',
  usually: (here, usual) => `${here}，通常为 ${usual}`,
  tied: (here) => `${here}，同样多的其他集群有不同的值`,
  tiedHere: '在此处，但同样多的其他集群没有',
  tiedMissing: '此处缺少，但同样多的其他集群有',
  noReason: '没有记录原因',
  review: (day) => `${day} 复核`,
  overdue: (day) => `应于 ${day} 复核`,
  versions: '各阶段的版本',
  others: '其他',
  noVersions: '此处没有在已知集群上运行镜像或 chart 的应用。',
  firstLook: '首次概览',
  survey: (clusters, applications, share) =>
    `${clusters} 个集群 · ${applications} 个应用 · ${share} % 精确`,
  noApplication: (clusters) => `${clusters} 个集群 · 此处没有声明 Argo CD 或 Flux 的应用`,
  whyOpen: '其余部分无法判断的原因',
  worthALook: '值得一看',
  openKinds: {
    clusters: '需要知道集群',
    generators: '来自向服务查询的生成器',
    charts: '需要此处没有的 chart',
    repositories: '其文件来自其他仓库',
    revisions: '跟随另一个修订版本',
    artifacts: '其文件来自制品',
    undelivered: '此处没有来源交付它们',
    folders: '指向不存在的目录',
    programs: '需要 Strata 不运行的程序',
    encrypted: '填入已加密的内容',
    broken: '无法构建',
    other: '含有无法读取的部分',
  },
  effective: (clusters) => `在 ${clusters} 个集群上生效`,
  nowhere: '交付的内容中没有引用此处的。',
  unknownCluster: '只有其控制器知道的集群',
  nothingDelivered: '此处没有来源交付该应用。',
  drill: chineseDrills,
  rights: chineseRights,
};
