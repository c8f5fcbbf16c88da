import type { DrillUnfit } from '../../live/chooseDrill.ts';
import type { DrillReport } from '../../protocol/liveDrill.ts';
import { drillForetold, drillUnfitness } from '../../text/drillWords.en.ts';

/** What is said of drift drills. Plain text. */
export interface DrillWords {
  readonly title: string;
  readonly context: string;
  readonly application: string;
  readonly label: string;
  readonly injected: string;
  readonly noticed: string;
  readonly healed: string;
  readonly putBack: string;
  readonly writes: string;
  readonly never: string;
  readonly notKnown: string;
  readonly notPutBack: string;
  readonly after: (seconds: string) => string;
  readonly outcomes: Readonly<Record<DrillReport['outcome'], string>>;
  /** What Strata says of such a drift, by `willRevert`. */
  readonly foretold: Readonly<Record<'true' | 'false' | 'unknown', string>>;
  readonly asExpected: string;
  readonly notAsExpected: (foretold: string) => string;
  /** The command that undoes it follows. */
  readonly undo: string;
  /** Nothing of a cluster is fit for a drill. */
  readonly none: (cluster: string, why: readonly string[]) => string;
  readonly unfit: Readonly<Record<DrillUnfit, string>>;
}

/** English. */
export const englishDrills: DrillWords = {
  title: 'Drift drill',
  context: 'context',
  application: 'application',
  label: 'label',
  injected: 'changed',
  noticed: 'noticed',
  healed: 'healed',
  putBack: 'put back',
  writes: 'writes',
  never: 'no',
  notKnown: 'not known',
  notPutBack: 'no: it may still be as the drill left it',
  after: (seconds) => `after ${seconds} s`,
  outcomes: {
    healed: 'The controller has healed it.',
    noticed: 'The controller has noticed it, and not healed it in time.',
    unnoticed: 'Nobody has noticed it in time.',
    interrupted: 'Interrupted.',
    refused: 'Nothing was changed.',
    lost: 'The cluster does not answer.',
  },
  foretold: drillForetold,
  asExpected: 'As expected.',
  notAsExpected: (foretold) => `Not as expected: ${foretold}`,
  undo: 'What undoes it:',
  none: (cluster, why) =>
    why.length === 0
      ? `Nothing is delivered to ${cluster}.`
      : `Nothing of ${cluster} is fit for a drill. ${why.join('; ')}.`,
  unfit: drillUnfitness,
};

/** Simplified Chinese. */
export const chineseDrills: DrillWords = {
  title: '漂移演练',
  context: '上下文',
  application: '应用',
  label: '标签',
  injected: '已更改',
  noticed: '已发现',
  healed: '已修复',
  putBack: '已恢复',
  writes: '写入次数',
  never: '否',
  notKnown: '未知',
  notPutBack: '否：可能仍是演练留下的值',
  after: (seconds) => `${seconds} 秒后`,
  outcomes: {
    healed: '控制器已将其修复。',
    noticed: '控制器已发现，但未及时修复。',
    unnoticed: '没有及时被发现。',
    interrupted: '已中断。',
    refused: '未做任何更改。',
    lost: '集群没有响应。',
  },
  foretold: {
    true: '控制器会自行恢复它。',
    false: '没有谁会自行恢复它。',
    unknown: '不知道是否会有谁恢复它。',
  },
  asExpected: '符合预期。',
  notAsExpected: (foretold) => `不符合预期：${foretold}`,
  undo: '手动撤销的命令：',
  none: (cluster, why) =>
    why.length === 0
      ? `没有应用交付到 ${cluster}。`
      : `${cluster} 上没有适合演练的内容。${why.join('；')}。`,
  unfit: {
    undelivered: '没有来源交付它',
    unseen: '其控制器不认识它',
    outOfSync: '它未同步',
    suspended: '它已暂停',
    noLabel: '它没有仅作说明的标签',
    notServed: '集群不提供其类型',
  },
};
