import type { LayerFix } from '../../analysis/fixes/layerFixes.ts';
import type { PracticeFix } from '../../analysis/fixes/practiceFixes.ts';

/** What actions on values of layers are called. Plain text. */
export interface LayerFixWords {
  readonly title: (fix: Pick<LayerFix, 'code' | 'parameters'>) => string;
  /** What actions that end a finding of best practice are called. */
  readonly practice: (fix: Pick<PracticeFix, 'code' | 'parameters'>) => string;
}

/** English. */
export const englishLayerFixes: LayerFixWords = {
  title: ({ code, parameters: { field, value, layers, base } }) =>
    code === 'drop'
      ? `Remove ${field}: ${base} says the same`
      : `Move ${field}: ${value} up into ${base}, out of ${layers === 1 ? '1 layer' : `${layers} layers`}`,
  practice: ({
    code,
    parameters: { image = '', digest = '', file = '', object = '', annotation = '' },
  }) =>
    code === 'pin-image'
      ? `Pin ${image} to the digest that ${file} has (${shortDigest(digest)})`
      : `Keep ${object} from being pruned: annotate it with ${annotation}`,
};

/** Enough of a digest to know it again. */
function shortDigest(digest: string): string {
  return `${digest.slice(0, 'sha256:'.length + 12)}…`;
}

/** Simplified Chinese. Names stay English. */
export const chineseLayerFixes: LayerFixWords = {
  title: ({ code, parameters: { field, value, layers, base } }) =>
    code === 'drop'
      ? `删除 ${field}：${base} 已有相同的值`
      : `将 ${field}: ${value} 上移到 ${base}，并从 ${layers} 个层中删除`,
  practice: ({
    code,
    parameters: { image = '', digest = '', file = '', object = '', annotation = '' },
  }) =>
    code === 'pin-image'
      ? `将 ${image} 固定到 ${file} 中的摘要（${shortDigest(digest)}）`
      : `防止 ${object} 被清理（prune）：添加注解 ${annotation}`,
};
