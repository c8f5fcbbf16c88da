/** What each field of a kustomization file is for, in English and in Simplified Chinese, by its path without indexes. */
const words: Readonly<Record<string, readonly [english: string, chinese: string]>> = {
  apiVersion: ['The version of the format.', '格式的版本。'],
  kind: [
    'A Kustomization builds alone; a Component adds to what includes it.',
    'Kustomization 可单独构建；Component 附加到引用它的层。',
  ],
  metadata: [
    'The name of the kustomization; it changes nothing.',
    'kustomization 的名称，不影响结果。',
  ],
  resources: [
    'Files with objects, and folders with a kustomization to build on.',
    '包含对象的文件，以及作为基础的 kustomization 文件夹。',
  ],
  components: [
    'Folders of components, which change what was gathered so far.',
    '组件文件夹，对已收集的内容进行更改。',
  ],
  namespace: ['The namespace of every object that has one.', '所有命名空间级对象的命名空间。'],
  namePrefix: [
    'What stands before every name; references follow.',
    '加在每个名称之前；引用随之更新。',
  ],
  nameSuffix: [
    'What stands behind every name; references follow.',
    '加在每个名称之后；引用随之更新。',
  ],
  labels: [
    'Labels for every object, with or without its selectors.',
    '为每个对象添加标签，可包含或不包含选择器。',
  ],
  'labels.pairs': ['The labels.', '标签。'],
  'labels.includeSelectors': [
    'Whether selectors and templates get them, too. Selectors of what is deployed cannot change.',
    '是否也写入选择器和模板。已部署对象的选择器无法更改。',
  ],
  'labels.includeTemplates': ['Whether templates of pods get them, too.', '是否也写入 Pod 模板。'],
  'labels.fields': ['More fields that get them.', '其他需要写入的字段。'],
  commonAnnotations: [
    'Annotations for every object and every template of pods.',
    '为每个对象和 Pod 模板添加注解。',
  ],
  patches: [
    'Changes of objects: strategic merges or JSON patches, in a file or here.',
    '对对象的更改：strategic merge 或 JSON patch，可写在文件或此处。',
  ],
  'patches.path': ['The file with the patch.', '补丁文件。'],
  'patches.patch': ['The patch itself.', '补丁内容。'],
  'patches.target': [
    'Which objects are patched; each text is a regular expression that must match as a whole.',
    '要修补的对象；每项都是须完整匹配的正则表达式。',
  ],
  'patches.options': [
    'Whether a patch may change names and kinds.',
    '补丁是否可以更改名称和 kind。',
  ],
  images: [
    'Other names, tags and digests for images of containers.',
    '更改容器镜像的名称、标签和摘要。',
  ],
  'images.name': [
    'The image as the layers below have it, without its tag.',
    '下层使用的镜像名称，不含标签。',
  ],
  'images.newName': ['Another name for the image.', '镜像的新名称。'],
  'images.newTag': [
    'Another tag. Quote what looks like a number.',
    '新标签。看起来像数字时请加引号。',
  ],
  'images.digest': ['A digest in the place of the tag.', '用摘要代替标签。'],
  'images.tagSuffix': ['What is added to the tag.', '附加在标签之后。'],
  replicas: ['How many replicas workloads have, by name.', '按名称设置副本数。'],
  'replicas.name': [
    'The name of a Deployment, StatefulSet, ReplicaSet or ReplicationController.',
    'Deployment、StatefulSet、ReplicaSet 或 ReplicationController 的名称。',
  ],
  'replicas.count': ['The number.', '数量。'],
  replacements: [
    'Copies of a value from one object into fields of others.',
    '将一个对象的值复制到其他对象的字段。',
  ],
  'replacements.path': ['A file with replacements.', '包含 replacements 的文件。'],
  'replacements.source': ['The object and the field that are read.', '要读取的对象和字段。'],
  'replacements.source.fieldPath': [
    'The field, such as `spec.replicas`.',
    '字段，例如 `spec.replicas`。',
  ],
  'replacements.sourceValue': ['The value itself.', '值本身。'],
  'replacements.targets': ['The objects and fields that are written.', '要写入的对象和字段。'],
  'replacements.targets.select': ['Which objects are written.', '要写入的对象。'],
  'replacements.targets.reject': ['Which of them are left alone.', '其中不写入的对象。'],
  'replacements.targets.fieldPaths': [
    'The fields, such as `spec.template.spec.containers.[name=app].image`.',
    '字段，例如 `spec.template.spec.containers.[name=app].image`。',
  ],
  configMapGenerator: [
    'ConfigMaps made of files and texts; a hash of the content ends their names.',
    '由文件和文本生成的 ConfigMap；名称以内容哈希结尾。',
  ],
  secretGenerator: [
    'Secrets made of files and texts; a hash of the content ends their names.',
    '由文件和文本生成的 Secret；名称以内容哈希结尾。',
  ],
  generatorOptions: [
    'Labels, annotations and the hash for all generators here.',
    '此处所有生成器的标签、注解和哈希设置。',
  ],
  'generatorOptions.disableNameSuffixHash': [
    'No hash at the end of names: pods do not restart when the content changes.',
    '名称末尾不加哈希：内容变化时 Pod 不会重启。',
  ],
  helmGlobals: ['Where charts lie.', 'chart 所在位置。'],
  'helmGlobals.chartHome': [
    'The folder with charts, `charts` by default.',
    'chart 文件夹，默认为 `charts`。',
  ],
  helmCharts: ['Charts that are rendered with Helm.', '用 Helm 渲染的 chart。'],
  openapi: [
    'A schema for custom resources: which lists merge, and by which key.',
    '自定义资源的 schema：哪些列表合并，以及按哪个键合并。',
  ],
  crds: [
    'Definitions of custom resources, for references to names.',
    '自定义资源定义，用于名称引用。',
  ],
  configurations: ['More fields for the transformers here.', '为此处的转换器增加字段。'],
  generators: ['Plugins that make objects.', '生成对象的插件。'],
  transformers: ['Plugins that change objects.', '更改对象的插件。'],
  validators: ['Plugins that check objects.', '校验对象的插件。'],
  buildMetadata: ['Marks of the build on every object.', '在每个对象上标记构建信息。'],
  sortOptions: ['The order of the objects.', '对象的顺序。'],
  behavior: [
    '`create` a new object, or `merge` into or `replace` one of a base.',
    '`create` 新建对象，`merge` 合并或 `replace` 替换基础层的对象。',
  ],
  files: [
    'Files, each as a key; `key=path` names it.',
    '文件，每个文件一个键；`key=path` 可指定键名。',
  ],
  literals: ['Texts as `key=value`.', '形如 `key=value` 的文本。'],
  envs: ['Files with lines of `key=value`.', '每行 `key=value` 的文件。'],
  options: ['Labels, annotations and the hash of this one.', '此项的标签、注解和哈希设置。'],
};

/** What a field of a kustomization file is for; empty where its name says it. */
export function fieldWords(path: string, language: 'english' | 'chinese'): string {
  const own = words[path] ?? words[path.slice(path.lastIndexOf('.') + 1)];
  return own === undefined ? '' : language === 'english' ? own[0] : own[1];
}
