import {
  englishClusterChecks,
  englishClusterNote,
  englishClusterQuestions,
  type ClusterCheckKind,
  type ClusterNote,
  type ClusterNoteCode,
  type ClusterQuestionKind,
} from '../../text/clusterWords.en.ts';
import { fillMessage } from '../../text/messages.ts';
import { chineseMessage } from './chineseMessages.ts';

/** What is said of plans that add or retire a cluster. */
export interface ClusterPlanWords {
  readonly note: (note: ClusterNote) => string;
  /** Why a copied fact is probably not true for the new cluster. */
  readonly questions: Readonly<Record<ClusterQuestionKind, string>>;
  /** Whether an application is what its sibling is; `undefined` where that is not known. */
  readonly same: (same: boolean | undefined) => string;
  /** What becomes of the objects of an application that goes. */
  readonly leaves: Readonly<Record<'deleted' | 'stays', string>>;
  /** A line names the cluster in some other way, and stays. */
  readonly mention: (cluster: string, place: string) => string;
  readonly addTitle: (name: string, like: string) => string;
  readonly retireTitle: (name: string) => string;
  /** A danger to be sure of, as a step. */
  readonly sure: (danger: string) => string;
  /** What a check of a new cluster looks at. */
  readonly checks: Readonly<Record<ClusterCheckKind, string>>;
  /** Whether a check holds, with what shows it. */
  readonly check: (what: string, holds: boolean | 'unknown', evidence: string) => string;
}

/** English. */
export const englishClusterPlan: ClusterPlanWords = {
  note: englishClusterNote,
  questions: englishClusterQuestions,
  same: (same) =>
    same === undefined
      ? 'not known in full'
      : same
        ? 'the same as its sibling but for the name'
        : 'other than its sibling',
  leaves: { deleted: 'deleted there', stays: 'stay there until somebody deletes them' },
  mention: (cluster, place) => `${place} names ${cluster}, too, and stays as it is`,
  addTitle: (name, like) => `${name}, like ${like}`,
  retireTitle: (name) => `${name} retires`,
  sure: (danger) => `be sure that this may be: ${danger}`,
  checks: englishClusterChecks,
  check: (what, holds, evidence) => `${checkMark(holds)} ${what}: ${evidence}`,
};

function checkMark(holds: boolean | 'unknown'): string {
  return holds === 'unknown' ? '?' : holds ? '✓' : '✗';
}

const chineseNotes: Readonly<Record<ClusterNoteCode, string>> = {
  alerts: '它的某个应用失败时会有人得知，或者它不是生产环境',
  'already-there': '集群 {name} 已经存在。',
  breaks: '{what} 将无法再构建。',
  'by-hand': '手动删除，或随集群一起删除：{applications}',
  'changed-meanwhile': '文件 {file} 与制定计划时不同。',
  controls:
    '{cluster} 上的 {application} 向其他集群交付 {count} 个应用，届时将没有任何东西交付它们：请先迁移它们。',
  credential: '从控制器中移除 {cluster} 的凭据，并从创建规则中移除只有它能解密的密钥',
  differs: '应用 {application} 将与 {cluster} 上的不同。',
  extra: '将交付应用 {application}，而 {cluster} 没有它。',
  'file-there': '文件 {file} 已经存在。',
  finding: '{why}',
  'invalid-name': '集群不能叫 {name}。',
  lacks: '不会交付与 {cluster} 的 {application} 相当的应用。',
  merge: '合并此更改：不再有任何东西读取专属于该集群的内容，也不会因此在那里删除任何东西',
  'merge-deleting': '趁控制器仍能访问该集群时合并此更改：它会删除自己创建的内容',
  network: '登记表写着 {network}，取自 {like}：{cluster} 是否在其中，这里无从得知',
  'no-cluster': '没有集群 {name}。',
  'no-network': '登记表没有写网络',
  'not-in-git': '文件 {file} 将被删除，但 git 中没有它现在的内容：请先提交。',
  'not-permitted': '{why}',
  nothing: '这里没有任何内容专属于 {cluster}：没有计划。',
  opens: '将无法再得知 {what} 会生成什么。',
  'open-rollback': '这里不知道 {applications} 渲染出什么',
  other: '{application}（{where}）的对象 {resource} 也会改变（{change}）。',
  rights:
    '这里的项目没有拒绝 {count} 个应用中的任何一个；strata rights {cluster} 列出控制器在那里需要的权限',
  rollback: '{count} 个应用都能在这里渲染，因此 strata rollback 能证明退路',
  rules: '没有 {like} 遵守而在那里被违反的规则',
  'still-delivered': '应用 {application} 仍会被交付。',
  'takes-place': '应用 {application} 将取代 {cluster} 的同名应用：其名称没有体现集群。',
  traffic: '把流量从 {cluster} 移走，并保存其卷中的数据',
  unreadable: '文件 {file} 无法读取，因此无从得知其中需要更改什么。',
  'unknown-then': '将无法再得知 {what} 渲染出什么。',
  wait: '等到 {applications} 在那里消失',
};

/** Simplified Chinese. */
export const chineseClusterPlan: ClusterPlanWords = {
  note: ({ code, parameters, cause }) => {
    const why = cause === undefined ? {} : { why: chineseMessage(cause) };
    return fillMessage(chineseNotes[code], { ...parameters, ...why }, {});
  },
  questions: {
    address: '地址',
    credential: '账号或证书',
    place: '位置',
    recipient: '谁能解密',
    release: '如何发布',
    secret: '为另一个集群加密：请加密它自己的值',
    size: '规模',
    'still-named': '以某种方式提到另一个集群',
    storage: '存储类',
  },
  same: (same) =>
    same === undefined ? '不完全可知' : same ? '除名称外与对应应用相同' : '与对应应用不同',
  leaves: { deleted: '将在那里删除', stays: '会留在那里，直到有人删除' },
  mention: (cluster, place) => `${place} 也提到 ${cluster}，保持不变`,
  addTitle: (name, like) => `${name}，与 ${like} 相同`,
  retireTitle: (name) => `${name} 退役`,
  sure: (danger) => `请确认可以接受：${danger}`,
  checks: {
    alerts: '告警',
    network: '网络',
    rights: '权限',
    rollback: '退路',
    rules: '规则',
  },
  check: (what, holds, evidence) => `${checkMark(holds)} ${what}：${evidence}`,
};
