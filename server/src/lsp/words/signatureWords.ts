import type { FormName } from '../../analysis/signature/signatureForms.ts';

/** What texts with a form of their own say. Plain text; empty where the name says it. */
export interface SignatureWords {
  readonly form: (form: FormName) => string;
  readonly part: (form: FormName, part: string) => string;
}

type Both = readonly [english: string, chinese: string];

const forms: Readonly<Record<FormName, Both>> = {
  literal: ['One entry of the data.', '数据中的一项。'],
  file: ['One entry of the data, from a file.', '数据中的一项，取自文件。'],
  remote: ['A kustomization of another repository.', '另一个仓库中的 kustomization。'],
  'field-path': [
    'The way to a field; `\\.` is a dot in a key.',
    '字段的路径；键中的点写作 `\\.`。',
  ],
  'json-pointer': [
    'The way to a field; `~1` is a slash in a key, `~0` a tilde.',
    '字段的路径；键中的斜杠写作 `~1`，波浪号写作 `~0`。',
  ],
  selector: [
    'What labels have to be; commas stand between requirements, all of which hold.',
    '对标签的要求；以逗号分隔，须全部满足。',
  ],
  image: ['Another version of an image, or another image.', '镜像的其他版本，或另一个镜像。'],
  'values-file': ['A values file of another source.', '另一个来源中的 values 文件。'],
  schedule: ['When it begins.', '开始的时间。'],
  variable: [
    'A variable that Flux fills in before it applies; `$${` is no variable.',
    'Flux 在应用之前填入的变量；`$${` 不是变量。',
  ],
  function: [
    'A function of the template; `|` hands over the last argument.',
    '模板函数；`|` 传入最后一个参数。',
  ],
};

const parts: Readonly<Record<string, Both>> = {
  'literal KEY': ['The key of the entry.', '该项的键。'],
  'literal VALUE': ['Its value, quotes around it taken off.', '其值，外层引号会被去掉。'],
  'file KEY': ['The key; the name of the file where none is written.', '键；省略时为文件名。'],
  'file FILE': ['The file, from this folder.', '文件，相对于此文件夹。'],
  'remote REPOSITORY': ['The address of the repository.', '仓库地址。'],
  'remote PATH': ['The folder in it.', '其中的文件夹。'],
  'remote REF': [
    'A commit, a tag or a branch; a branch moves under your feet.',
    '提交、标签或分支；分支会随时变动。',
  ],
  'remote TIMEOUT': ['How long to fetch at most, such as 30s.', '获取的时限，例如 30s。'],
  'remote SUBMODULES': ['false leaves submodules out.', '为 false 时不获取子模块。'],
  'field-path [KEY=VALUE]': ['The item with this value.', '具有该值的项。'],
  'field-path INDEX': ['The item at this place, from 0.', '此位置的项，从 0 开始。'],
  'field-path *': ['Every item; `-` is a new one at the end.', '每一项；`-` 表示在末尾新增。'],
  'json-pointer INDEX': ['The item at this place, from 0.', '此位置的项，从 0 开始。'],
  'json-pointer -': ['A new item at the end.', '在末尾新增一项。'],
  'image NAME': ['The image that manifests name.', '清单中的镜像名称。'],
  'image IMAGE': ['The image that takes its place.', '替换后的镜像。'],
  'values-file REF': ['The `ref` of the source.', '该来源的 `ref`。'],
  'values-file PATH': ['The file, from the top of its repository.', '文件，相对于其仓库的根目录。'],
  'schedule MINUTE': ['0 to 59.', '0 到 59。'],
  'schedule HOUR': ['0 to 23.', '0 到 23。'],
  'schedule DAY': ['Of the month: 1 to 31.', '每月的日期：1 到 31。'],
  'schedule MONTH': ['1 to 12.', '1 到 12。'],
  'schedule WEEKDAY': ['0 to 6, Sunday first.', '0 到 6，0 为星期日。'],
  'variable NAME': ['Letters, digits and underscores.', '字母、数字和下划线。'],
  'variable DEFAULT': ['Where the variable is not set.', '变量未设置时使用。'],
  'function MAXIMUM': ['How long the text may be.', '文本的最大长度。'],
  'function SMART': ['Whether to cut between words.', '是否在单词之间截断。'],
};

function wordsIn(language: 0 | 1): SignatureWords {
  return {
    form: (form) => forms[form][language],
    part: (form, part) => parts[`${form} ${part}`]?.[language] ?? '',
  };
}

/** English. */
export const englishSignatures: SignatureWords = wordsIn(0);

/** Simplified Chinese. Names stay English. */
export const chineseSignatures: SignatureWords = wordsIn(1);
