/** What is wrong with what Argo CD is to render, in English; `{name}` is a parameter of the problem. */
export const englishArgocdMessages = {
  'argocd.absolute-path': 'The path `{path}` is absolute.',
  'argocd.annotation-there': 'The annotation `{key}` is in the kustomization file already.',
  'argocd.bad-annotation': '`{key}` is no key of an annotation.',
  'argocd.bad-image': '`{image}` names no image with a new name, tag or digest.',
  'argocd.bad-label': '`{key}` is no key of a label.',
  'argocd.bad-override': 'The file cannot be read: {message}',
  'argocd.bad-replicas': 'The count `{count}` of `{name}` is no number.',
  'argocd.component-not-found': 'The component `{path}` does not exist.',
  'argocd.label-there': 'The label `{key}` is in the kustomization file already.',
  'argocd.no-path': 'The source names no path.',
  'argocd.not-readable': '`{path}` cannot be read: {message}',
  'argocd.path-is-a-file': 'The path `{path}` is a file, no folder.',
  'argocd.path-not-found': 'The path `{path}` does not exist.',
  'argocd.path-outside': 'The path `{path}` leads out of the repository.',
  'argocd.repeated-resource': '{id} comes more than once; the last one counts.',
  'argocd.several-objects': '`{path}` holds more than one object.',
  'argocd.several-types': 'The source has options of more than one kind.',
  'argocd.templates-with-selectors':
    '`labelIncludeTemplates` goes with `labelWithoutSelector` only.',
} as const satisfies Readonly<Record<string, string>>;
