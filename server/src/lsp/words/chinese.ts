import { chineseHistory } from './historyWords.ts';
import { chineseMessage } from './chineseMessages.ts';
import { fieldWords } from './fieldWords.ts';
import { chineseLayerFixes } from './layerFixWords.ts';
import { chineseSignatures } from './signatureWords.ts';
import { chineseNotes } from './noteWords.ts';
import { chineseRenames } from './renameWords.ts';
import { chineseFixes } from './fixWords.ts';
import { chineseHovers } from './hoverWords.ts';
import { chineseImpact } from './impactWords.ts';
import { chineseSecrets } from './secretWords.ts';
import { chineseReports } from './reportWords.ts';
import { chineseViews } from './viewWords.ts';
import { chineseCheckers } from './checkerWords.ts';
import { chineseClusterPlan } from './clusterPlanWords.ts';
import { chinesePlanTexts } from './planWords.ts';
import type { Words } from './words.ts';

/** Simplified Chinese. Names of kinds and fields stay English. */
export const chinese: Words = {
  message: chineseMessage,
  internalFault: (method) => `Strata 无法回答 ${method}：请查看其输出。`,
  unreadableKubeconfig: (file, line) =>
    `无法读取 kubeconfig ${file}${line === undefined ? '' : `（第 ${line} 行）`}，因此无法通过它访问集群。修复后请重新加载窗口。`,
  readingLayers: '正在读取各层',
  workingTree: '工作区',
  asOfLastValid: '上次有效时的内容',
  kustomizeFails: (message) => `kustomize build 会失败：${message}`,
  more: (count) => `另有 ${count} 项`,
  roles: {
    base: '基础层',
    component: '组件',
    environment: '环境层',
    cluster: '集群层',
    generated: '生成',
  },
  effectiveIn: (roots) => `在 ${roots} 个根中生效`,
  objects: (count) => `${count} 个对象`,
  overriddenEverywhere: '处处被覆盖',
  chainOn: (root) => `${root} 上的来源链`,
  here: '此处',
  field: (path) => fieldWords(path, 'chinese'),
  renames: chineseRenames,
  layerFixes: chineseLayerFixes,
  signatures: chineseSignatures,
  notes: chineseNotes,
  fixes: chineseFixes,
  impact: chineseImpact,
  hovers: chineseHovers,
  history: chineseHistory,
  checkers: chineseCheckers,
  clusterPlan: chineseClusterPlan,
  plan: chinesePlanTexts,
  secrets: chineseSecrets,
  views: chineseViews,
  reports: chineseReports,
};
