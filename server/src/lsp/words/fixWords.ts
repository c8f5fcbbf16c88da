import type { DeprecatedFieldFix, NoFix } from '../../analysis/fixes/deprecatedFields.ts';

/** What quick fixes are called, and why there is none. Plain text. */
export interface FixWords {
  readonly title: (fix: Pick<DeprecatedFieldFix, 'code' | 'parameters'>) => string;
  readonly reason: (none: Pick<NoFix, 'code' | 'parameters'>) => string;
  /** The name that may be meant. */
  readonly candidate: (name: string) => string;
  /** The way to what comes from elsewhere. */
  readonly fetchCharts: string;
}

/** English. */
export const englishFixes: FixWords = {
  title: ({ parameters: { field, replacement } }) => `Replace ${field} by ${replacement}`,
  candidate: (name) => `Change to ${name}`,
  fetchCharts: 'Fetch charts…',
  reason: ({ code, parameters: { field, replacement, root = '' } }) => {
    const place = root === '' ? '.' : root;
    switch (code) {
      case 'by-hand':
        return `No ${replacement} do what ${field} do in every place: this is written by hand.`;
      case 'layout':
        return `The file is written in a way that Strata does not edit: ${field} is moved by hand.`;
      case 'changes-output':
        return `With ${replacement} in place of ${field}, ${place} would build to something else.`;
      case 'fails':
        return `${place} does not build, so that nobody can tell whether ${replacement} would change it.`;
      case 'unused':
        return `No root builds with this file, so that nobody can tell whether ${replacement} would change it.`;
    }
  },
};

/** Simplified Chinese. Names of fields stay English. */
export const chineseFixes: FixWords = {
  title: ({ parameters: { field, replacement } }) => `将 ${field} 替换为 ${replacement}`,
  candidate: (name) => `改为 ${name}`,
  fetchCharts: '获取 chart…',
  reason: ({ code, parameters: { field, replacement, root = '' } }) => {
    const place = root === '' ? '.' : root;
    switch (code) {
      case 'by-hand':
        return `${replacement} 无法完全代替 ${field}：需要手动改写。`;
      case 'layout':
        return `此文件的写法 Strata 无法编辑：请手动移动 ${field}。`;
      case 'changes-output':
        return `用 ${replacement} 代替 ${field} 会改变 ${place} 的构建结果。`;
      case 'fails':
        return `${place} 无法构建，因此无法判断 ${replacement} 是否会改变结果。`;
      case 'unused':
        return `没有任何根使用此文件，因此无法判断 ${replacement} 是否会改变结果。`;
    }
  },
};
