import type { LayerFixTitle } from '../../analysis/fixes/layerFix.ts';
import type { PracticeFix } from '../../analysis/fixes/practiceFixes.ts';
import { assertNever } from '../../util/assertNever.ts';

/** What actions on values of layers are called. Plain text. */
export interface LayerFixWords {
  readonly title: (fix: LayerFixTitle) => string;
  /** What actions that end a finding of best practice are called. */
  readonly practice: (fix: Pick<PracticeFix, 'code' | 'parameters'>) => string;
}

/** English. */
export const englishLayerFixes: LayerFixWords = {
  title: (fix) => {
    switch (fix.code) {
      case 'drop':
        return `Remove ${fix.field}: ${fix.base} says the same`;
      case 'drop-dead':
        return `Remove ${fix.field}: ${layersText(fix.layers)} on top ${fix.layers === 1 ? 'replaces' : 'replace'} it`;
      case 'drop-entry':
        return `Remove this entry of ${fix.list}: it does nothing`;
      case 'move-up':
        return `Move ${fix.field}: ${fix.value} up into ${fix.base}, out of ${layersText(fix.layers)}`;
      case 'move-down':
        return `Move ${fix.field}: ${fix.value} down into ${layersText(fix.layers)}, out of ${fix.base}`;
      case 'extract':
        return `Extract this patch of ${layersText(fix.layers)} into the component ${fix.component}`;
      case 'inline':
        return `Inline ${fix.layer} into ${fix.into}, and delete it`;
      default:
        return assertNever(fix);
    }
  },
  practice: ({
    code,
    parameters: { image = '', digest = '', file = '', object = '', annotation = '' },
  }) =>
    code === 'pin-image'
      ? `Pin ${image} to the digest that ${file} has (${shortDigest(digest)})`
      : `Keep ${object} from being pruned: annotate it with ${annotation}`,
};

function layersText(count: number): string {
  return count === 1 ? '1 layer' : `${count} layers`;
}

/** Enough of a digest to know it again. */
function shortDigest(digest: string): string {
  return `${digest.slice(0, 'sha256:'.length + 12)}…`;
}

/** Simplified Chinese. Names stay English. */
export const chineseLayerFixes: LayerFixWords = {
  title: (fix) => {
    switch (fix.code) {
      case 'drop':
        return `删除 ${fix.field}：${fix.base} 已有相同的值`;
      case 'drop-dead':
        return `删除 ${fix.field}：上层的 ${fix.layers} 个层都覆盖了它`;
      case 'drop-entry':
        return `删除 ${fix.list} 中的此项：它不起作用`;
      case 'move-up':
        return `将 ${fix.field}: ${fix.value} 上移到 ${fix.base}，并从 ${fix.layers} 个层中删除`;
      case 'move-down':
        return `将 ${fix.field}: ${fix.value} 下移到 ${fix.layers} 个层，并从 ${fix.base} 中删除`;
      case 'extract':
        return `将 ${fix.layers} 个层共有的此补丁提取为组件 ${fix.component}`;
      case 'inline':
        return `将 ${fix.layer} 内联到 ${fix.into}，并删除它`;
      default:
        return assertNever(fix);
    }
  },
  practice: ({
    code,
    parameters: { image = '', digest = '', file = '', object = '', annotation = '' },
  }) =>
    code === 'pin-image'
      ? `将 ${image} 固定到 ${file} 中的摘要（${shortDigest(digest)}）`
      : `防止 ${object} 被清理（prune）：添加注解 ${annotation}`,
};
