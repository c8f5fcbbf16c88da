import type { SecretFix } from '../../analysis/fixes/secretFixes.ts';
import type { RotationFacts } from '../rotationNotes.ts';

/** What is said of secrets beside the findings themselves. Plain text; a name may be anything. */
export interface SecretWords {
  /** The title of a quick fix; where it takes a value away it says so. */
  readonly fix: (fix: Pick<SecretFix, 'code' | 'parameters'>) => string;
  /** Git has a secret in clear in its last commit. */
  readonly committed: string;
  /** So many keys can decrypt a file. Markdown, as all that follows on SOPS. */
  readonly canDecrypt: (count: number) => string;
  /** One key of each of so many groups is needed. */
  readonly keysNeeded: (groups: number) => string;
  readonly lastEncrypted: (day: string) => string;
  readonly since: (day: string) => string;
  /** The creation rule of the file does not name this key. */
  readonly notInRule: string;
  /** The creation rule names these, and they cannot decrypt it. */
  readonly cannotDecryptYet: (names: string) => string;
  readonly needsTrust: string;
  readonly noFolder: string;
  readonly cannotCreate: string;
  readonly notApplied: string;
  readonly saveFirst: (file: string) => string;
  readonly sopsFailed: (file: string) => string;
  /** The title of the quick fix that copies `note`. */
  readonly copyNote: (name: string) => string;
  readonly note: (facts: RotationFacts) => string;
}

/** English. */
export const englishSecrets: SecretWords = {
  fix: ({ code, parameters }) => {
    const { name = '', secret = '', file = '', rule = '', count = '', rules = '' } = parameters;
    const { store = '', placeholder = '' } = parameters;
    switch (code) {
      case 'suppress':
        return `Silence ${rule} on this line with a comment`;
      case 'baseline':
        return 'Add this finding to the baseline (.strata/baseline.json)';
      case 'baseline-file':
        return `Add all ${count} findings of this file to the baseline`;
      case 'reference':
        return `Read ${name} from Secret ${secret} (removes the value here)`;
      case 'generator-file':
        return `Move the literal to ${file}, which SOPS is to encrypt`;
      case 'widen-selector':
        return 'Encrypt data and stringData (files that are encrypted have to be encrypted again)';
      case 'drop-annotation':
        return 'Remove the annotation of kubectl apply, and with it the value';
      case 'ignore-file':
        return `Have git ignore ${file} (what is committed stays: replace the key)`;
      case 'rename-rules':
        return 'Rename it to .sops.yaml';
      case 'add-rule':
        return `Add a creation rule for ${file} to ${rules}, for the ${count} recipients of the others`;
      case 'external-secret':
        return `Read ${secret} from the store ${store} by an ExternalSecret (removes its values here: put them there first)`;
      case 'sealed-secret':
        return `Write ${secret} as a SealedSecret for kubeseal to fill in (removes its values here)`;
      case 'substitute':
        return `Write ${placeholder}, which Flux reads from Secret ${secret} (removes the value here: put it there first)`;
      case 'vault-path':
        return `Write ${placeholder}, which Argo CD Vault Plugin reads (removes the value here: put it there first)`;
      case 'encrypt':
        return `Encrypt ${file} with SOPS`;
    }
  },
  committed: 'It is committed already: replace it.',
  canDecrypt: (count) => (count === 1 ? '1 key can decrypt' : `${count} keys can decrypt`),
  keysNeeded: (groups) => `a key of each of ${groups} groups is needed`,
  lastEncrypted: (day) => `encrypted last on ${day}`,
  since: (day) => `since ${day}`,
  notInRule: 'not in the creation rule',
  cannotDecryptYet: (names) =>
    `The creation rule also names ${names}, who cannot decrypt until \`sops updatekeys\` is run.`,
  needsTrust: 'Strata writes nothing and runs nothing in a folder that is not trusted.',
  noFolder: 'No folder is open.',
  cannotCreate: 'This editor cannot create the file .strata/baseline.json.',
  notApplied: 'The editor did not take the change of .strata/baseline.json.',
  saveFirst: (file) => `Save ${file} first: SOPS encrypts what is on disk.`,
  sopsFailed: (file) => `SOPS did not encrypt ${file}: run it in a terminal to see why.`,
  copyNote: (name) => `Copy a note on how to replace ${name === '' ? 'this secret' : name}`,
  note: ({ name, rule, file, line, committedAt, clusters, isOpen }) =>
    [
      `Replace ${name === '' ? 'a secret' : name}`,
      '',
      `- Found in ${file}:${line} (${rule}).`,
      committedAt === undefined
        ? '- The last commit does not have it, as far as Strata can tell.'
        : `- Commit ${committedAt} has it: whoever has a clone has the value.`,
      clusters.length === 0 && !isOpen
        ? '- No cluster is known to read the file.'
        : `- Read by ${clusters.join(', ')}${isOpen ? `${clusters.length > 0 ? ', ' : ''}and maybe by more clusters` : ''}.`,
      '',
      '1. Have a new value issued where this one was, and put it where the clusters read it.',
      '2. Deploy it to each cluster above, and see that nothing uses the old one any more.',
      '3. Revoke the old value: history, forks and clones keep it when the line is gone.',
      '',
    ].join('\n'),
};

/** Simplified Chinese. Names of programs, kinds and fields stay English. */
export const chineseSecrets: SecretWords = {
  fix: ({ code, parameters }) => {
    const { name = '', secret = '', file = '', rule = '', count = '', rules = '' } = parameters;
    const { store = '', placeholder = '' } = parameters;
    switch (code) {
      case 'suppress':
        return `用注释在此行屏蔽 ${rule}`;
      case 'baseline':
        return '将此发现加入基线（.strata/baseline.json）';
      case 'baseline-file':
        return `将此文件的全部 ${count} 个发现加入基线`;
      case 'reference':
        return `从 Secret ${secret} 读取 ${name}（移除此处的值）`;
      case 'generator-file':
        return `将字面值移到 ${file}，由 SOPS 加密`;
      case 'widen-selector':
        return '加密 data 和 stringData（已加密的文件需要重新加密）';
      case 'drop-annotation':
        return '移除 kubectl apply 的注解及其中的值';
      case 'ignore-file':
        return `让 git 忽略 ${file}（已提交的内容仍在：请更换密钥）`;
      case 'rename-rules':
        return '重命名为 .sops.yaml';
      case 'add-rule':
        return `在 ${rules} 中为 ${file} 添加创建规则，使用其他规则的 ${count} 个接收者`;
      case 'external-secret':
        return `用 ExternalSecret 从 ${store} 读取 ${secret}（此处的值将被删除：请先存入 ${store}）`;
      case 'sealed-secret':
        return `将 ${secret} 写为待 kubeseal 填写的 SealedSecret（此处的值将被删除）`;
      case 'substitute':
        return `写为 ${placeholder}，由 Flux 从 Secret ${secret} 读取（此处的值将被删除：请先存入该 Secret）`;
      case 'vault-path':
        return `写为 ${placeholder}，由 Argo CD Vault Plugin 读取（此处的值将被删除：请先存入该路径）`;
      case 'encrypt':
        return `用 SOPS 加密 ${file}`;
    }
  },
  committed: '它已经提交：请更换。',
  canDecrypt: (count) => `${count} 个密钥可以解密`,
  keysNeeded: (groups) => `需要 ${groups} 组中每组各一个密钥`,
  lastEncrypted: (day) => `最近加密于 ${day}`,
  since: (day) => `自 ${day} 起`,
  notInRule: '不在创建规则中',
  cannotDecryptYet: (names) =>
    `创建规则还列出了 ${names}，在运行 \`sops updatekeys\` 之前无法解密。`,
  needsTrust: '在不受信任的文件夹中，Strata 不写入也不运行任何内容。',
  noFolder: '没有打开的文件夹。',
  cannotCreate: '此编辑器无法创建文件 .strata/baseline.json。',
  notApplied: '编辑器没有接受对 .strata/baseline.json 的更改。',
  saveFirst: (file) => `请先保存 ${file}：SOPS 加密的是磁盘上的内容。`,
  sopsFailed: (file) => `SOPS 没有加密 ${file}：请在终端中运行以查看原因。`,
  copyNote: (name) => `复制更换 ${name === '' ? '此机密' : name} 的说明`,
  note: ({ name, rule, file, line, committedAt, clusters, isOpen }) =>
    [
      `更换 ${name === '' ? '机密' : name}`,
      '',
      `- 位于 ${file}:${line}（${rule}）。`,
      committedAt === undefined
        ? '- 据 Strata 所知，最近的提交中没有它。'
        : `- 提交 ${committedAt} 中有它：拥有克隆的人都拥有该值。`,
      clusters.length === 0 && !isOpen
        ? '- 没有已知的集群读取此文件。'
        : `- 读取它的集群：${clusters.join('、')}${isOpen ? `${clusters.length > 0 ? '，' : ''}可能还有其他集群` : ''}。`,
      '',
      '1. 在原签发处签发新值，并放到集群读取它的位置。',
      '2. 部署到上述每个集群，并确认旧值不再被使用。',
      '3. 吊销旧值：即使该行已删除，历史、分叉和克隆仍保留它。',
      '',
    ].join('\n'),
};
