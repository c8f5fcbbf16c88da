import type { PlanNoteRow, PlanRestRow } from '../../analysis/planRows.ts';
import type { PromotionRefusal } from '../../analysis/promote.ts';
import { englishPlan, planSentence } from '../../text/planText.ts';
import type { PlanCode } from '../../text/planWords.en.ts';
import { chineseMessage } from './chineseMessages.ts';

/** What is said of plans. */
export interface PlanWords {
  /** What a refusal or a danger says. */
  readonly note: (note: Pick<PlanNoteRow, 'code' | 'parameters' | 'cause'>) => string;
  /** Why a difference stays. */
  readonly left: Readonly<Record<PlanRestRow['reason'], string>>;
  /** Why there is no plan at all. */
  readonly refusal: (refusal: PromotionRefusal) => string;
  readonly title: (applications: string, from: string, to: string) => string;
  /** Of a plan after which Git says what is live. */
  readonly adoptionTitle: (application: string, cluster: string) => string;
  /** There is no such plan, since the cluster does not answer. */
  readonly unseen: string;
}

/** English. */
export const englishPlanTexts: PlanWords = {
  note: englishPlan,
  left: {
    scale: 'the scale of a stage',
    size: 'a size of the stage',
    address: 'an address of the stage',
    identity: 'a name of the stage',
    secret: 'a secret of the stage',
    stage: 'the same but for the name of the stage',
    configuration: 'configuration, no version',
    ahead: 'newer than in the source',
    branch: 'a name that moves on, which pins nothing',
    'other-image': 'the version of another image',
    automated: 'written by an automation of Flux',
    'only-source': 'an object that only the source has',
    'only-target': 'an object that only the target has',
    'source-setting': 'a setting that only the source has',
    'target-setting': 'a setting that only the target has',
    pin: 'says no more than its base then, and could go',
  },
  refusal: (refusal) => {
    switch (refusal.kind) {
      case 'no-application':
        return `There is no application or folder ${refusal.name}.`;
      case 'no-stage':
        return `${refusal.name} is no stage, cluster or layer here.`;
      case 'ambiguous-stage':
        return `${refusal.name} is more than one layer: ${refusal.stages.join(', ')}.`;
    }
  },
  title: (applications, from, to) => `${applications}: ${from} → ${to}`,
  adoptionTitle: (application, cluster) => `${application}: live on ${cluster} → Git`,
  unseen: 'The cluster does not answer now: what is live there is not known.',
};

const chineseNotes: Readonly<Record<PlanCode, string>> = {
  'adopt.gone': '{resource} 的 {field} 已不再与 Git 不同。',
  'adopt.git-removed': 'Git 已删除 {resource} 的 {field}：若要保留，请撤回那次提交。',
  'adopt.new-difference': '之后 {resource} 的 {field} 会与实际运行的不同。',
  'adopt.no-layer':
    '{application} 没有自己的 kustomization 来写 {field}；其他对象也读取这一行：{others}。',
  'adopt.other-controller': '{resource} 的 {field} 由 {owner} 设置：不应写在 Git 中。',
  'adopt.pending': '{resource} 的 {field} 是 Git 先前的值：它在等待同步，没有人改过。',
  'adopt.put-back': '{application} 会保持与 Git 一致：在部署之前，{resource} 的 {field} 会被改回。',
  'adopt.remove-line': '有人删除了 {field}：若要保持删除，请删去这一行。',
  'adopt.secret': '{resource} 的 {field} 含有机密，不会写入 Git。',
  'adopt.shared-layer': '其他对象也读取 {file}：{others}；{application} 需要自己的层。',
  'adopt.still-differs': '{resource} 的 {field} 仍会与实际运行的不同。',
  'adopt.whole-object': '不采纳整个 {resource}，只采纳 Git 中已有对象的字段。',
  'plan.breaks-build': '{name} 将无法构建：{message}',
  'plan.cannot-write': '{field} 的写法使得无法只改版本而不动其他内容。',
  'plan.changed-meanwhile': '{file} 与制定计划时不同，请重新制定。',
  'plan.conflict': '两处对 {field} 要求不同的版本：{versions}。',
  'plan.behind': '分支缺少 {upstream} 的 {count} 个提交：计划基于较旧的状态。',
  'plan.dirty': '{file} 有未提交的更改。',
  'plan.hits-other': '{name} 也会改变：{resource} 的 {path}。',
  'plan.no-effect': '{field} = {version} 不会改变任何东西{winner}。',
  'plan.not-rendered': '{name} 的最终 YAML 无法完整得出（{gap}）：修改是否到达那里未经证明。',
  'plan.other-effect': '还会改变 {resource} 的 {path}，这并非所求。',
  'plan.unproven': '{name} 无法构建，因此任何修改都到不了那里：{message}',
  'plan.unread': '已知范围内没有任何东西读取 {file}：无法判断修改的作用。',
  'promote.ambiguous-source': '{source} 的 {field} 有多个版本：{versions}。',
  'promote.business-missed': '{cluster} 上 {name} 的业务数值不符合预期。',
  'promote.backwards': '在推进顺序中，{target} 在 {source} 之前。',
  'promote.copies-folder': '{to} 就是 {from} 在 {commit} 时的内容：整个文件夹会被复制。',
  'promote.deletes': '{resource} 会从 {name} 消失。',
  'promote.image-automation': 'Flux 的策略 {policy} 会写这一行，并覆盖修改。',
  'promote.image-updater': 'Argo CD 的 Image Updater 会写 {image} 的版本，并覆盖修改。',
  'promote.keeps-folder':
    '{to} 以前是从 {from} 复制来的，这次没有整体复制：{field} 是该阶段自己的设置。',
  'promote.moving-tag': '{version} 会不时移动：它不能固定所运行的内容，摘要才能。',
  'promote.no-application': '没有应用或文件夹 {name}。',
  'promote.no-live-evidence': '不知道 {source} 用它是否健康：没有实时证据。',
  'promote.no-stage': '{name} 不是 {application} 的阶段、集群或层。',
  'promote.no-such': '{source} 和 {target} 没有名为 {word} 的版本、镜像、chart、仓库或字段。',
  'promote.not-compared':
    '{source} 的 {field} 为 {version}，{target} 没有写明它的版本：两者未作比较。',
  'promote.nothing': '{source} 与 {target} 的版本相同：没有可推进的内容。',
  'promote.nothing-in-files':
    '就文件而言，{source} 与 {target} 的版本相同；各集群上 {objects} 的内容没有比较。',
  'promote.old-evidence': '{cluster} 上的 {name} 上次看到是在 {time}：不知道它现在的状态。',
  'promote.older': '{version} 比 {target} 现有的 {before} 旧。',
  'promote.other-release-domain': '{cluster} 属于发布域 {domain}，而 {source} 不属于。',
  'promote.part-unseen': '{source} 中未看到 {names}：不知道它是否健康。',
  'promote.rolling-sync': '{application} 由 {set} 分步同步：{cluster} 在 {step}。',
  'promote.same-stage': '来源与目标相同。',
  'promote.shared-file':
    '版本写在 {file} 中，其他对象也读取它；{application} 需要在自己的层中写明。',
  'promote.skips-stage':
    '{stage} 在 {source} 与 {target} 之间，尚无 {version}；跳过它需要说明原因。',
  'promote.smoke-failed': '{cluster} 上 {name} 的测试失败：{test}。',
  'promote.smoke-runs': '{cluster} 上 {name} 的测试尚未结束。',
  'promote.source-health-unknown': '不知道 {cluster} 上的 {name} 是否健康。',
  'promote.source-not-synced': '{cluster} 上的 {name} 未同步：不知道它是否运行这些版本。',
  'promote.source-runs-other':
    '{cluster} 上的 {name} 运行的提交含有其他版本：它的状态说明不了这些版本。',
  'promote.source-unhealthy': '{cluster} 上的 {name} 不健康。',
  'promote.source-version-unknown': '不知道 {cluster} 上的 {name} 是否运行这些版本。',
  'promote.source-unbuilt': '{name} 无法构建，因此不知道它的版本是否在运行：{message}',
  'promote.stays':
    '{source} 的 {field} 为 {version}，{target} 的为 {before}，保持不变：没有其他可推进的内容。',
  'promote.sync-window': '项目 {project} 对 {application} 有同步窗口：{window}。',
  'promote.window-closed':
    '关闭至 {opens}：{application} 只在项目 {project} 的同步窗口内同步（{window}）。',
  'promote.window-shut':
    '已关闭，无法判断何时打开：{application} 只在项目 {project} 的同步窗口内同步（{window}）。',
  'rollback.also-affects':
    '这些文件也服务于 {name}，其 {resource} 的 {path} 会改变；需要说明原因。',
  'rollback.comes-back-empty': '{resource} 恢复后不含原有内容。',
  'rollback.crd': '由较新定义 {resource} 存储的对象保持不变。',
  'rollback.data-lost': '{resource} 中的内容会随之消失。',
  'rollback.immutable': '{resource} 的 {field} 无法原地修改。',
  'rollback.job': 'Job {resource} 已做的事无法撤销，也不会再次运行。',
  'rollback.migration': '迁移 {resource} 对数据库所做的改变无法撤销。',
  'rollback.no-commit': '在 {commit} 时 {application} 不在 {cluster} 上。',
  'rollback.nothing': '{cluster} 上的 {application} 已是 {commit} 时的样子。',
  'rollback.not-restored':
    '{application} 不会恢复到 {commit} 时的样子：{resource} 的 {path} 来自别处。',
  'rollback.not-text': '{file} 不是文本，无法用编辑恢复。',
};

/** Simplified Chinese. */
export const chinesePlanTexts: PlanWords = {
  note: (note) => planSentence(chineseNotes, withWeekday(note), chineseMessage),
  left: {
    scale: '阶段的规模',
    size: '阶段的资源大小',
    address: '阶段的地址',
    identity: '阶段的名称',
    secret: '阶段的机密',
    stage: '除阶段名称外相同',
    configuration: '配置，不是版本',
    ahead: '比来源更新',
    branch: '会移动的名称，不能固定版本',
    'other-image': '另一个镜像的版本',
    automated: '由 Flux 的自动化写入',
    'only-source': '只有来源有的对象',
    'only-target': '只有目标有的对象',
    'source-setting': '只有来源有的设置',
    'target-setting': '只有目标有的设置',
    pin: '之后与其 base 相同，可以删除',
  },
  refusal: (refusal) => {
    switch (refusal.kind) {
      case 'no-application':
        return `没有应用或文件夹 ${refusal.name}。`;
      case 'no-stage':
        return `${refusal.name} 不是这里的阶段、集群或层。`;
      case 'ambiguous-stage':
        return `${refusal.name} 指多个层：${refusal.stages.join('、')}。`;
    }
  },
  title: (applications, from, to) => `${applications}：${from} → ${to}`,
  adoptionTitle: (application, cluster) => `${application}：${cluster} 上运行的 → Git`,
  unseen: '集群现在没有应答：不知道那里实际运行的是什么。',
};

const weekdays: Readonly<Record<string, string>> = {
  Sun: '周日',
  Mon: '周一',
  Tue: '周二',
  Wed: '周三',
  Thu: '周四',
  Fri: '周五',
  Sat: '周六',
};

/** A time such as `Mon 09:00 UTC` with the word for its day. */
function withWeekday<Note extends Pick<PlanNoteRow, 'parameters'>>(note: Note): Note {
  const { opens } = note.parameters;
  const day = weekdays[opens?.slice(0, 3) ?? ''];
  if (opens === undefined || day === undefined) return note;
  return { ...note, parameters: { ...note.parameters, opens: `${day}${opens.slice(3)}` } };
}
