import {
  englishCheckerFault,
  type CheckerFault,
  type CheckerMisuse,
} from '../../text/checkerWords.en.ts';
import { fillMessage } from '../../text/messages.ts';

/** What is said of programs that judge what is delivered. Plain text. */
export interface CheckerWords {
  /** A checker did not judge a cluster. */
  readonly failed: (checker: string, cluster: string | undefined, fault: CheckerFault) => string;
  /** An item of the setting names no checker. */
  readonly misused: (named: string, misuse: CheckerMisuse) => string;
}

/** English. */
export const englishCheckers: CheckerWords = {
  failed: (checker, cluster, fault) =>
    `The checker ${checker} says nothing of ${cluster ?? 'a cluster that only its controller knows'}: ${englishCheckerFault(fault)}.`,
  misused: (named, misuse) =>
    misuse === 'files'
      ? `The checker ${named} needs {files} in its command, for the folder with the objects.`
      : `A checker is FORMAT=COMMAND with one of conftest, gator, kubeconform, kyverno and sarif, not ${named}.`,
};

const chineseFaults: Readonly<Record<CheckerFault['code'], string>> = {
  'cannot-run': '无法运行 {program}',
  ended: '它以 {code} 结束',
  'no-json': '它没有输出 JSON',
  'no-report': '它没有输出 {format} 的报告',
  silent: '它以 {code} 结束，却没有拒绝任何对象',
  stopped: '它被停止',
  strange: '它的结果与交给它的内容无关',
  'too-long': '它用时超过 {seconds} 秒',
  'too-much': '它输出过多',
};

/** Simplified Chinese. */
export const chineseCheckers: CheckerWords = {
  failed: (checker, cluster, { code, parameters }) =>
    `检查程序 ${checker} 没有对${cluster ?? '只有其控制器知道的集群'}作出判断：${fillMessage(chineseFaults[code], parameters, {})}。`,
  misused: (named, misuse) =>
    misuse === 'files'
      ? `检查程序 ${named} 的命令中需要 {files}，它代表存放对象的文件夹。`
      : `检查程序的写法是 FORMAT=COMMAND，FORMAT 为 conftest、gator、kubeconform、kyverno 或 sarif 之一，而不是 ${named}。`,
};
