import { fillMessage } from '../../text/messages.ts';
import type { englishReasonWords } from '../../text/reasonWords.en.ts';
import { englishReason } from '../../text/reasonText.ts';

/** What each reason says in Simplified Chinese, as one sentence; `{name}` stands for a parameter. Names stay English. */
export const chineseReasonWords: Readonly<
  Partial<Record<keyof typeof englishReasonWords, string>>
> = {
  'application.resource-set': 'ResourceSet {name} 产出什么取决于输入和模板，此处不求值。',
  'application.by-values': '{file} 中的一条规则按文件名将其 values 文件与该集群对应。',
  'application.rule': '{file} 中的一条规则声明它已部署。',
  'application.undelivered': '仓库中没有任何来源交付它。',
  'application.unlisted':
    '{file} 位于根 {root} 中，但该根未列出它：除非有人手动应用，否则没有来源部署它。',
  'applicationset.all-clusters-open': '它为 Argo CD 的所有集群生成应用，而此处并不知道全部集群。',
  'applicationset.cluster-decision': 'cluster decision resource 生成器读取集群中某个对象的状态。',
  'applicationset.clusters-open':
    '它为符合 {selector} 的集群生成应用，而此处并不知道全部这些集群。',
  'applicationset.git-elsewhere': 'git 生成器读取另一个仓库：{repository}。',
  'applicationset.git-other-revision': 'git 生成器读取 {revision}，而不是当前检出的内容。',
  'applicationset.outside': '模板需要仓库中没有的内容：{message}。',
  'applicationset.plugin': '插件生成器向集群中的服务请求参数。',
  'applicationset.pull-request': 'pull request 生成器向 Git 服务查询打开的合并请求。',
  'applicationset.scm-provider': 'SCM provider 生成器向 Git 服务查询其仓库。',
  'applicationset.server-unknown':
    '它按集群的地址生成应用，而没有任何内容说明 {clusters} 的地址；可在 .strata/clusters.yaml 的 `server` 中说明。',
  'artifact.generated': 'ArtifactGenerator {name} 用此处的文件生成其制品。',
  'artifact.mapped': '配置声明 {address} 由 {path} 制成。',
  'artifact.mixed': 'ArtifactGenerator {name} 用多个部分拼成其制品，而这些部分并非此处的单个目录。',
  'artifact.unknown':
    '{address} 含有哪些文件，仓库中无处说明；可在 .strata/config.yaml 的 `artifacts` 中说明。',
  'cluster.by-file': '文件 {place} 的路径指明了集群。',
  'cluster.by-folder': '目录 {place} 指明了集群。',
  'cluster.by-kubeconfig': '{kind} {name} 通向该集群；其名称被当作集群名称。',
  'cluster.by-kubeconfig-namespace': '{kind} {name} 通向该集群；其命名空间被当作集群名称。',
  'cluster.by-label': '标签 {label} 如此说明。',
  'cluster.by-name': '集群的名称如此说明。',
  'cluster.by-register': '集群登记指明了目录 {path}。',
  'cluster.by-selector': '这是 .strata/config.yaml 中 {selector} 所选择的。',
  'cluster.by-server': '目标写明了集群的地址。',
  'cluster.by-text': '集群旁的 {key} 如此说明。',
  'cluster.by-variable': '变量 {variable} 指明了集群。',
  'cluster.kubeconfig-unknown': '{kind} {name} 通向该集群，但其名称没有说明是哪一个。',
  'cluster.named': '目标写明了集群的名称。',
  'cluster.none': '目标没有写明集群。',
  'cluster.none-of': '登记表中没有属于环境 {environment} 的集群。',
  'cluster.observed': '{by} 于 {date} 显示了它。',
  'cluster.own': '它被交付到其控制器所在的集群。',
  'cluster.unknown': '无法得知哪个集群读取 {place}；可在集群登记中说明。',
  'cluster.unregistered': '目标是 {server}，集群登记中没有它。',
  'repository.by-folders': '本仓库没有远程地址为 {repository}；由于其目录都在此处，故视为本仓库。',
  'source.assumed': '仓库中没有 {kind} {name}；由于该路径在此处存在，故视为其文件。',
  'source.chart': 'chart {chart} 来自 {repository}。',
  'source.elsewhere': '其文件在另一个仓库中：{repository}。',
  'source.fetched-chart': 'chart {chart} 已从 {repository} 获取。',
  'source.found': '其文件来自 {kind} {name}。',
  'source.left-out': '目录 {path} 不在制品中：{by} 将其排除。',
  'source.missing': '仓库中没有其文件所来自的 {kind} {name}。',
  'source.no-folder': '仓库中没有目录 {path}。',
  'source.none': '它没有写明来源。',
  'source.hydrated': '由 hydrator 写入 {branch}，再从该分支交付。',
  'source.other-revision': '它跟随 {revision}，而不是当前检出的内容。',
  'source.read-at-revision': '它跟随 {revision}，其文件按该版本读取。',
  'source.read-elsewhere': '它的文件来自 {repository}，按本机检出的内容读取。',
  'source.suspended': '来源 {name} 已暂停：它停留在现有的修订版本。',
  'source.unknown-variable': '其路径 {path} 取决于变量 {variable}，而仓库没有说明该变量。',
};

const words: Readonly<Record<string, string>> = chineseReasonWords;

/** A reason in Simplified Chinese, as one sentence; in English where nobody has translated it yet. */
export function chineseReason(reason: Parameters<typeof englishReason>[0]): string {
  const { code, parameters } = reason;
  const template = Object.hasOwn(words, code) ? words[code] : undefined;
  return template === undefined ? englishReason(reason) : fillMessage(template, parameters, {});
}
