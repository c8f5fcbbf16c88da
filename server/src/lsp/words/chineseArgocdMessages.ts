import type { englishArgocdMessages } from '../../text/argocdMessages.en.ts';

/** What is wrong with what Argo CD is to render, in Simplified Chinese. Names stay English. */
export const chineseArgocdMessages: Readonly<
  Partial<Record<keyof typeof englishArgocdMessages, string>>
> = {
  'argocd.absolute-path': '路径 `{path}` 是绝对路径。',
  'argocd.annotation-there': '注解 `{key}` 已在 kustomization 文件中。',
  'argocd.bad-annotation': '`{key}` 不是注解的键。',
  'argocd.bad-image': '`{image}` 没有写明带新名称、标签或摘要的镜像。',
  'argocd.bad-label': '`{key}` 不是标签的键。',
  'argocd.bad-override': '无法读取该文件：{message}',
  'argocd.bad-replicas': '`{name}` 的数量 `{count}` 不是数字。',
  'argocd.component-not-found': '组件 `{path}` 不存在。',
  'argocd.label-there': '标签 `{key}` 已在 kustomization 文件中。',
  'argocd.no-path': '来源没有写明路径。',
  'argocd.not-readable': '无法读取 `{path}`：{message}',
  'argocd.path-is-a-file': '路径 `{path}` 是文件，不是目录。',
  'argocd.path-not-found': '路径 `{path}` 不存在。',
  'argocd.path-outside': '路径 `{path}` 超出了仓库。',
  'argocd.repeated-resource': '{id} 出现多次；以最后一个为准。',
  'argocd.several-objects': '`{path}` 含有多个对象。',
  'argocd.several-types': '来源含有多种类型的选项。',
  'argocd.templates-with-selectors':
    '`labelIncludeTemplates` 只能与 `labelWithoutSelector` 一起使用。',
};
