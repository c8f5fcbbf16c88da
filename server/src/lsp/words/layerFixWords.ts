import type { LayerFix } from '../../analysis/fixes/layerFixes.ts';

/** What actions on values of layers are called. Plain text. */
export interface LayerFixWords {
  readonly title: (fix: Pick<LayerFix, 'code' | 'parameters'>) => string;
}

/** English. */
export const englishLayerFixes: LayerFixWords = {
  title: ({ code, parameters: { field, value, layers, base } }) =>
    code === 'drop'
      ? `Remove ${field}: ${base} says the same`
      : `Move ${field}: ${value} up into ${base}, out of ${layers === 1 ? '1 layer' : `${layers} layers`}`,
};

/** Simplified Chinese. Names stay English. */
export const chineseLayerFixes: LayerFixWords = {
  title: ({ code, parameters: { field, value, layers, base } }) =>
    code === 'drop'
      ? `删除 ${field}：${base} 已有相同的值`
      : `将 ${field}: ${value} 上移到 ${base}，并从 ${layers} 个层中删除`,
};
