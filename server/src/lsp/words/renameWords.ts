import type { RenameRefusal } from '../../analysis/renameObject.ts';

/** What renames and moves say. Plain text. */
export interface RenameWords {
  /** Why an object is not renamed. */
  readonly refused: (refusal: RenameRefusal) => string;
  /** Texts that a rename leaves alone mention the old name, the first of them at a place. */
  readonly mentioned: (name: string, count: number, place: string) => string;
  /** A path leads to what moves, and is written in a way that no edit keeps. */
  readonly lost: (place: string) => string;
  /** After a move, roots render to something else. */
  readonly rendersOther: (roots: readonly string[]) => string;
  /** A move takes applications away, or brings them. */
  readonly applications: (lost: readonly string[], gained: readonly string[]) => string;
  /** Files have other owners, or other rules of SOPS, after a move. */
  readonly otherOwners: (files: readonly string[]) => string;
  readonly otherEncryption: (files: readonly string[]) => string;
  /** So many roots were not looked at. */
  readonly notLooked: (roots: number) => string;
  /** A fault of ours: the paths that lead to what moves stay as they are. */
  readonly notFollowed: string;
  /** A fault of ours: the paths are written anew, and nobody knows what comes out. */
  readonly notCompared: string;
}

/** English. */
export const englishRenames: RenameWords = {
  refused: ({ code, root, detail }) => {
    const place = root === undefined || root === '' ? '.' : root;
    switch (code) {
      case 'nothing':
        return 'No name of an object stands here.';
      case 'ambiguous':
        return 'The name can mean more than one object.';
      case 'application':
        return 'With another name, the controller would delete what this delivers and create it again.';
      case 'bad-name':
        return 'Kubernetes takes no such name.';
      case 'escapes':
        return 'The name is written with escapes somewhere: this is renamed by hand.';
      case 'fails':
        return `${place} does not build, so that nobody can tell what else would change.`;
      case 'changes-more':
        return detail === undefined
          ? `More than the name would change in ${place}.`
          : `More than the name would change in ${place}: ${detail}.`;
    }
  },
  mentioned: (name, count, place) =>
    `${count === 1 ? 'One text still says' : `${count} texts still say`} ${name}, such as ${place}.`,
  lost: (place) =>
    `The path in ${place} could not be written anew: it leads nowhere after the move.`,
  rendersOther: (roots) => `After the move, ${roots.join(', ')} would render to something else.`,
  applications: (lost, gained) =>
    [
      lost.length > 0 ? `The move takes applications away: ${lost.join(', ')}.` : '',
      gained.length > 0 ? `The move brings applications: ${gained.join(', ')}.` : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  otherOwners: (files) => `After the move, CODEOWNERS says other owners of ${files.join(', ')}.`,
  otherEncryption: (files) => `After the move, other rules of SOPS count for ${files.join(', ')}.`,
  notLooked: (roots) => `${roots} more roots that the move reaches were not compared.`,
  notFollowed: 'Strata could not follow this move: paths that lead to it stay as they are.',
  notCompared: 'Strata could not compare what is rendered before and after this move.',
};

/** Simplified Chinese. Names stay English. */
export const chineseRenames: RenameWords = {
  refused: ({ code, root, detail }) => {
    const place = root === undefined || root === '' ? '.' : root;
    switch (code) {
      case 'nothing':
        return '此处没有对象名称。';
      case 'ambiguous':
        return '此名称可能指多个对象。';
      case 'application':
        return '改名后，控制器会删除它所交付的内容并重新创建。';
      case 'bad-name':
        return 'Kubernetes 不接受这样的名称。';
      case 'escapes':
        return '某处名称使用了转义：请手动重命名。';
      case 'fails':
        return `${place} 无法构建，因此无法判断还会更改什么。`;
      case 'changes-more':
        return detail === undefined
          ? `在 ${place} 中更改的不只是名称。`
          : `在 ${place} 中更改的不只是名称：${detail}。`;
    }
  },
  mentioned: (name, count, place) => `仍有 ${count} 处文本提到 ${name}，例如 ${place}。`,
  lost: (place) => `${place} 中的路径无法改写：移动后它将指向不存在的位置。`,
  rendersOther: (roots) => `移动后，${roots.join('、')} 的渲染结果会改变。`,
  applications: (lost, gained) =>
    [
      lost.length > 0 ? `移动会移除应用：${lost.join('、')}。` : '',
      gained.length > 0 ? `移动会新增应用：${gained.join('、')}。` : '',
    ].join(''),
  otherOwners: (files) => `移动后，CODEOWNERS 中 ${files.join('、')} 的所有者不同。`,
  otherEncryption: (files) => `移动后，${files.join('、')} 适用的 SOPS 规则不同。`,
  notLooked: (roots) => `另有 ${roots} 个受影响的根未作比较。`,
  notFollowed: 'Strata 未能跟随此次移动：指向它的路径保持不变。',
  notCompared: 'Strata 未能比较此次移动前后的渲染结果。',
};
