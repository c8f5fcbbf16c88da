import { englishGaps } from '../../analysis/gapWords.ts';
import { englishReason } from '../../text/reasonText.ts';
import type { Gap } from '../renderedView.ts';
import { chineseReason } from './chineseReasons.ts';
import { chineseFacts, englishFacts, type FactWords } from './factWords.ts';

/** What rendered documents and views say beside names. Plain text. */
export interface ViewWords {
  /** Git does not know a revision, or may not be asked. */
  readonly unknownRevision: (name: string) => string;
  /** There is no application of this name on this side. */
  readonly notDelivered: string;
  /** Why an answer is as it is. */
  readonly reason: (reason: Parameters<typeof englishReason>[0]) => string;
  /** What facts of clusters are called, by their field. */
  readonly facts: FactWords;
  /** What cannot be rendered, from the address, the chart, the plugin, the path, or the object and its key. */
  readonly gaps: Readonly<Record<Gap['kind'], (detail: string) => string>>;
}

/** English. */
export const englishViews: ViewWords = {
  unknownRevision: (name) => `Git knows no revision ${name} here, or this folder is not trusted.`,
  notDelivered: 'Nothing delivers this application to this cluster here.',
  reason: englishReason,
  facts: englishFacts,
  gaps: englishGaps,
};

/** Simplified Chinese. Names stay English. */
export const chineseViews: ViewWords = {
  unknownRevision: (name) => `git 在此处找不到修订版本 ${name}，或此文件夹未受信任。`,
  notDelivered: '此处没有任何来源将该应用交付到该集群。',
  reason: chineseReason,
  facts: chineseFacts,
  gaps: {
    remote: (detail) => `未获取 ${detail}：缺少其中的内容。`,
    chart: (detail) => `无法渲染 chart：${detail}`,
    exec: (detail) => `不运行程序 ${detail}：缺少其产出。`,
    file: (detail) => `无法读取 ${detail}：缺少其中的内容。`,
    ciphertext: (detail) => `${detail} 已加密：只有其密钥才能得知该值。`,
    content: (detail) =>
      `尚未获取 ${detail} 的内容：\`git fetch --refetch --no-filter\` 可取得它。`,
    cluster: (detail) => `${detail} 只存在于集群中：缺少其中的内容。`,
  },
};
