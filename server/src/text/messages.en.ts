import type { DiagnosticCode } from './diagnostics.ts';

/** What each code says in English; `{name}` stands for a parameter of the problem. */
export const englishMessages: Readonly<Record<DiagnosticCode, string>> = {
  'argocd.applicationset-fails': 'The controller makes no applications: {message}',
  'argocd.bad-window':
    'Argo CD cannot read `{field}: {value}` of a window of the project `{project}`, and syncs nothing that the window is about.',
  'argocd.destination-not-permitted':
    'The project `{project}` does not deliver to the namespace `{namespace}` of `{cluster}`.',
  'argocd.kind-not-permitted':
    'The project `{project}` does not let `{application}` deliver {object}.',
  'argocd.missing-project': 'There is no project `{project}`: Argo CD refuses the Application.',
  'argocd.namespace-not-permitted':
    'The project `{project}` takes no Applications from the namespace `{namespace}`.',
  'argocd.project-permits-all':
    'The project `{project}` permits every source, every cluster and every kind.',
  'argocd.repository-not-permitted': 'The project `{project}` takes nothing from `{repository}`.',
  'argocd.same-application':
    'The Application `{name}` is made here and in {file}: only one of them can have it.',
  'config.bad-pattern': '`{pattern}` is no pattern: braces hold a name, and wildcards are few.',
  'config.bad-selector': 'The selector `{selector}` cannot be read: {reason}.',
  'config.bad-value': '`{field}` cannot be `{value}`: {expected}.',
  'config.duplicate-key': 'The key `{key}` is written twice; the last one counts.',
  'config.many-documents': 'The file has more than one document; the first one counts.',
  'config.missing-field': '`{field}` is missing: what stands here counts for nothing.',
  'config.no-chart': 'There is no chart in `{pattern}`: the rule counts for nothing.',
  'config.not-text': 'The file is no text, or too large: it counts for nothing.',
  'config.syntax': '{message}',
  'config.unknown-capture': 'The pattern keeps no `{name}`.',
  'config.unknown-code-but': 'There is no finding `{code}`. Is it `{candidate}`?',
  'config.unknown-key': 'Strata knows no key `{key}` here.',
  'config.unknown-key-but': 'Strata knows no key `{key}` here. Is it `{candidate}`?',
  'config.wrong-type': '`{field}` is a {expected}; a {found} stands here.',
  'delivery.no-folder': '`{application}` is made of `{path}`, which is not there.',
  'delivery.nobody-notified':
    'Nothing here notifies when one of {count} applications of production fails.',
  'delivery.not-notified': 'Nothing notifies when `{application}` on `{cluster}` fails.',
  'delivery.two-owners': '{object} on `{cluster}` belongs to `{application}` and to `{other}`.',
  'delivery.undelivered': 'Nothing delivers `{path}`.',
  'delivery.unlisted-file':
    'No kustomization lists `{path}`, not even the one beside it: nothing of it is delivered.',
  'delivery.wrong-type': '`{field}` is a {expected}; a {found} stands here.',
  'differences.bad-review': '`{review}` is no day; a review is a day as `2027-03-01`.',
  'differences.covers-nothing': 'Nothing follows that the reason could be about.',
  'differences.no-field': '`{file}` has no field `{field}`.',
  'differences.no-file': 'There is no file `{file}`.',
  'differences.review-overdue': 'Somebody was to look at this reason again by `{review}`.',
  'differences.without-reason': 'The comment gives no reason.',
  'file.conflict-markers': 'The file has conflicts of a merge in it: {count}.',
  'flux.bad-argument': 'The word behind an operator of a variable in {id} cannot be read.',
  'flux.bad-default': 'The default of a variable in {id} cannot be read.',
  'flux.bad-secret-data': '`data.{key}` is no base64.',
  'flux.bad-substitution': 'A `${` in {id} begins nothing that can be replaced.',
  'flux.bad-variable': 'A `${` in {id} is followed by no name of a variable.',
  'flux.bad-variable-name': '`{name}` is no name of a variable.',
  'flux.component-not-relative': 'The component `{path}` is not local and relative.',
  'flux.crash': 'The controller crashes on a variable in {id}.',
  'flux.folder-in-the-way': '`{path}` is a folder, and no kustomization file can be written there.',
  'flux.invalid-utf8': 'A variable in {id} cuts a character in two.',
  'flux.missing-brace':
    'A variable in {id} has no closing brace where one is due; `-`, `+` and `?` want a `:` in front.',
  'flux.no-kustomization': 'The file holds no Kustomization of Flux.',
  'flux.not-printable': '{id} cannot be printed: {message}',
  'flux.not-yaml-after-substitution':
    '{id} is no object after its variables are replaced: {message}',
  'flux.path-is-a-file': 'The path `{path}` is a file, no folder.',
  'flux.path-not-found': 'The path `{path}` does not exist.',
  'flux.same-id-after-substitution': 'Two objects are {id} after their variables are replaced.',
  'flux.variable-not-set': 'The variable `{name}` in {id} is not set.',
  'flux.variables-not-found': 'The {kind} `{namespace}/{name}` with variables was not found.',
  'kustomization.deprecated-field': '`{field}` is deprecated; use `{replacement}`.',
  'kustomization.duplicate-field':
    '`{field}` is written twice, here as `{spelling}`; the last one counts.',
  'kustomization.duplicate-key': 'The key `{key}` is written twice.',
  'kustomization.empty': 'The kustomization file is empty.',
  'kustomization.integer-out-of-range': '`{field}` cannot hold {value}.',
  'kustomization.invalid-base64': 'A `!!binary` value stands here that is no base64.',
  'kustomization.plugin-without-field-specs':
    'The configuration of {plugin} names no fields (`fieldSpecs`).',
  'kustomization.repeated-key': 'The key `{key}` is written twice; the last one counts.',
  'kustomization.replacement-file-type':
    'A file of replacements holds a map or a list, not a {found}.',
  'kustomization.unknown-field': 'kustomize knows no field `{field}`.',
  'kustomization.unsupported-key': '`{key}` cannot be a key here.',
  'kustomization.unsupported-number': 'A number that JSON cannot hold stands here.',
  'kustomization.wrong-api-version':
    'The apiVersion of a {kind} is `{expected}`, not `{apiVersion}`.',
  'kustomization.wrong-kind':
    '`{kind}` is no kind of a kustomization file: it is `Kustomization` or `Component`.',
  'kustomization.wrong-merge': '`<<` merges maps or a list of maps; something else stands here.',
  'kustomization.wrong-type': '`{field}` is a {expected}; a {found} stands here.',
  'kustomize.absolute-root': '`{path}` is an absolute path; a root is named relative to this one.',
  'kustomize.ambiguous-patch': 'The patch can be read as a strategic merge and as a JSON patch.',
  'kustomize.ambiguous-reference':
    'The reference to `{name}` fits more than one object: {candidates}.',
  'kustomize.ambiguous-var': 'The var `{name}` fits more than one object.',
  'kustomize.bad-crd-file': 'The file holds no OpenAPI definitions of custom resources.',
  'kustomize.bad-expression':
    '`{field}` is no regular expression that kustomize reads: `{pattern}`.',
  'kustomize.bad-history': 'The annotations for earlier names of {id} do not fit together.',
  'kustomize.bad-image-name':
    'The image name `{name}` is no regular expression that kustomize reads.',
  'kustomize.bad-json-patch': 'The JSON patch cannot be read: {reason}.',
  'kustomize.bad-label-selector': 'The selector `{selector}` cannot be read ({reason}).',
  'kustomize.bad-list': 'The {kind} cannot be taken apart: {message}.',
  'kustomize.bad-list-element': '`{part}` names no element of a list as `[key=value]` does.',
  'kustomize.bad-map-key': 'The key `{key}` is no text.',
  'kustomize.bad-reference-list':
    'The reference at `{path}` is a list of something else than texts and maps.',
  'kustomize.bad-sort-order': '`{order}` is no order: it is `legacy` or `fifo`.',
  'kustomize.bad-subject': 'A subject of {id} is no map.',
  'kustomize.bad-subject-mode':
    '`{mode}` is no way to set subjects: it is `defaultOnly`, `allServiceAccounts` or `none`.',
  'kustomize.blank-namespace': 'The namespace of {id} is blank.',
  'kustomize.chart': 'The chart `{chart}` is not rendered: kustomize needs helm for it.',
  'kustomize.chart-needs-helm': 'kustomize builds the chart `{chart}` only with `--enable-helm`.',
  'kustomize.chart-refused': 'Helm does not render the chart `{chart}`: {message}',
  'kustomize.component-as-resource': '`{root}` is a component: it belongs under `components`.',
  'kustomize.conflicting-field-specs':
    'Two configurations disagree on whether `{path}` of {type} is created.',
  'kustomize.cycle': '`{root}` leads back to itself.',
  'kustomize.delimiter-without-text': 'A `delimiter` splits texts; the field holds something else.',
  'kustomize.directive-without-meaning':
    'kustomize knows no `{directive}`: it prints it as a field, and Kubernetes knows no such field.',
  'kustomize.duplicate-resource': '{id} is there already.',
  'kustomize.empty-field-name': 'A name in the path `{path}` is empty.',
  'kustomize.empty-patch': 'The patch is empty.',
  'kustomize.empty-path': 'The path is empty.',
  'kustomize.expected-collection':
    'The path `{path}` leads through a value that is no map or list.',
  'kustomize.external-plugin': 'The plugin {plugin} is not run: it is a program of its own.',
  'kustomize.file-not-fetched':
    'The content of `{path}` was not fetched: `git fetch --refetch --no-filter` brings it.',
  'kustomize.file-not-found': 'There is no file `{path}`.',
  'kustomize.file-too-large': 'The file `{path}` is too large to be read ({size} bytes).',
  'kustomize.generator-ambiguous':
    '{id} is there more than once: the generator cannot tell which one to change.',
  'kustomize.generator-bad-source': 'The source of the generator cannot be read: {reason}.',
  'kustomize.generator-exists':
    '{id} is there already; say `behavior: merge` or `behavior: replace`.',
  'kustomize.generator-nothing-to-merge': 'There is no {id} to {behavior}.',
  'kustomize.generator-repeated-key': 'The key `{key}` is generated twice.',
  'kustomize.generator-without-name': 'The generator has no name.',
  'kustomize.hash': 'No hash can be made of {id}.',
  'kustomize.image-matches-nothing':
    'No container uses the image `{name}`: the entry does nothing.',
  'kustomize.image-matches-nothing-but':
    'No container uses the image `{name}`: the entry does nothing. Is it `{candidate}`?',
  'kustomize.index-out-of-range': 'The list has no item {index}.',
  'kustomize.invalid-schema': 'The schema cannot be read at `{part}`.',
  'kustomize.invalid-utf8': 'The text is not valid UTF-8.',
  'kustomize.json-patch-fails': 'The JSON patch does not fit {id}: {reason} (`{operation}`).',
  'kustomize.json-patch-without-target': 'A JSON patch needs a `target`.',
  'kustomize.list-replaced':
    'The patch replaces the whole list in {id}: its items have no merge key.',
  'kustomize.many-matches-for-patch': 'The patch fits more than one object: {id}.',
  'kustomize.many-patches-with-target': 'With a `target`, `patch` holds one patch.',
  'kustomize.missing-kind': 'The object has no kind.',
  'kustomize.missing-name': 'The {kind} has no name.',
  'kustomize.namespace-conflict': 'The namespace makes two objects one: {id}.',
  'kustomize.negative-index': 'An index cannot be negative: `{index}`.',
  'kustomize.no-kustomization-file': '`{root}` has no kustomization file.',
  'kustomize.no-match-for-patch': 'There is no {id} for the patch to change.',
  'kustomize.no-match-for-patch-but':
    'There is no {target} for the patch to change. Is it {candidate}?',
  'kustomize.no-patch-strategy': 'Kubernetes has no way to merge a {kind}.',
  'kustomize.not-a-component': '`{root}` is no component: it belongs under `resources`.',
  'kustomize.not-a-file': '`{path}` is no file.',
  'kustomize.not-a-folder': '`{path}` is no folder.',
  'kustomize.not-a-generator': '{plugin} does not generate: it belongs under `transformers`.',
  'kustomize.not-a-transformer': '{plugin} does not transform: it belongs under `generators`.',
  'kustomize.openapi-both': '`openapi` names a version or a file, not both.',
  'kustomize.openapi-version': 'kustomize has no schema of Kubernetes {version}.',
  'kustomize.outside-repository': '`{path}` leads out of the remote repository that names it.',
  'kustomize.outside-root':
    '`{path}` lies outside of `{root}`, and load restrictions forbid to read it.',
  'kustomize.part-out-of-range': 'The text has {value} parts: there is no part {index}.',
  'kustomize.patch-changes-nothing': 'The patch changes nothing in {id}.',
  'kustomize.patch-matches-nothing': 'No object fits the target {target}: the patch does nothing.',
  'kustomize.patch-matches-nothing-but':
    'No object fits the target {target}: the patch does nothing. Is it {candidate}?',
  'kustomize.patch-with-both': 'A patch has a `path` or a `patch`, not both.',
  'kustomize.patch-without-content': 'The patch has neither `path` nor `patch`.',
  'kustomize.patch-without-target-name': 'The target of the patch has no name.',
  'kustomize.path-into-text': 'The path `{path}` leads into a text.',
  'kustomize.path-not-found': 'There is no file and no folder `{path}`.',
  'kustomize.reference-without-name': 'The reference at `{path}` has no name.',
  'kustomize.remote': '`{address}` is not fetched: what it holds is missing.',
  'kustomize.remote-file': '`{address}` is not fetched: what it holds is missing.',
  'kustomize.repeated-var': 'The var `{name}` is declared twice.',
  'kustomize.replacement-field-not-found': 'The source {source} has no field `{path}`.',
  'kustomize.replacement-incomplete': 'A replacement needs a source and targets.',
  'kustomize.replacement-source-ambiguous': 'More than one object fits the source {source}.',
  'kustomize.replacement-source-not-found': 'No object fits the source {source}.',
  'kustomize.replacement-target-not-found':
    '{id} has no field `{path}`; `options.create` would make it.',
  'kustomize.replacement-with-both':
    'A replacement has a `source` or a `sourceValue`, and a `path` stands alone.',
  'kustomize.replacement-without-select': 'The target of the replacement selects nothing.',
  'kustomize.replicas-match-nothing': 'No object that has replicas is called `{name}`.',
  'kustomize.replicas-match-nothing-but':
    'No object that has replicas is called `{name}`. Is it `{candidate}`?',
  'kustomize.sort-options-without-legacy': '`legacySortOptions` goes with the order `legacy`.',
  'kustomize.two-kustomization-files': '`{root}` has more than one kustomization file.',
  'kustomize.unknown-cloud': '`{cloud}` is no cloud that kustomize knows: it is `gke`.',
  'kustomize.unknown-patch-strategy':
    '`{strategy}` is no patch strategy: it is `delete`, `merge` or `replace`.',
  'kustomize.unknown-plugin': 'kustomize has no built-in plugin {plugin}.',
  'kustomize.unprintable': '{id} cannot be printed: {message}',
  'kustomize.validator-changes': 'The validator {plugin} changes objects, which it may not.',
  'kustomize.value-equals-base': '`{file}` gives `{field}` of {id} the same value already.',
  'kustomize.value-overridden-everywhere': 'All {count} overlays override `{field}` of {id}.',
  'kustomize.value-without-target': 'The value has no target.',
  'kustomize.var-in-other-than-text': 'A var stands in a field that is no text.',
  'kustomize.var-never-used': 'Nothing uses the var `{name}`.',
  'kustomize.var-without-field': 'The object of the var `{name}` has no field `{path}`.',
  'kustomize.var-without-object': 'No object fits the var `{name}`.',
  'kustomize.wildcard-not-supported': '`*` cannot stand in this path.',
  'kustomize.wrong-node-kind': 'A {expected} is expected here, not a {actual}.',
  'kustomize.yaml-alias': '{message}',
  'kustomize.yaml-syntax': '{message}',
  'layers.unexplained':
    '`{field}` makes {clusters} differ from the others of `{environment}`, and nobody says why.',
  'owners.bad-rule': '{service} passes over this line of CODEOWNERS: `{rule}`.',
  'owners.not-utf8': 'This file is not UTF-8, and is read as Latin-1.',
  'owners.production-without-owner':
    '`{layer}` is delivered to production, and nobody owns `{file}`.',
  'owners.shadowed-rule': '`{rule}` counts for no file: `{other}` in line {line} takes them all.',
  'policy.admission': 'The policy `{policy}` refuses {id}: {reason}',
  'policy.admission-warns': 'The policy `{policy}` warns of {id}: {reason}',
  'policy.api-too-new':
    '`{apiVersion}` has {id} only since Kubernetes {version}; the cluster runs {served}.',
  'policy.budget-blocks':
    '`{field}: {value}` of {id} lets no pod go: no node with one can be emptied.',
  'policy.budget-matches-nothing': '{id} is about no pod that is delivered to `{namespace}`.',
  'policy.checker': '`{checker}` refuses {id} by `{rule}`: {reason}',
  'policy.checker-warns': '`{checker}` warns of {id} by `{rule}`: {reason}',
  'policy.definition-rule': '{id} breaks a rule of its definition: {reason}',
  'policy.deprecated-api':
    '`{apiVersion}` of {id} is deprecated since Kubernetes {version}, and gone in {removed}.',
  'policy.deprecated-api-but':
    '`{apiVersion}` of {id} is deprecated since {version}, gone in {removed}: use `{candidate}`.',
  'policy.field-dropped':
    '`{api}` has no field `{field}`: the API server drops it from {id}, or refuses it.',
  'policy.field-too-new':
    '`{field}` of {id} is known from Kubernetes {version} on; the cluster runs {served}.',
  'policy.flux-cross-namespace':
    'Flux is locked down: {id} may not take `{source}` of the namespace `{namespace}`.',
  'policy.invalid-value': '`{field}` of {id} is not what its schema takes: `{bound}`.',
  'policy.limit-range':
    '`{field}: {value}` of {id} is beyond `{bound}` of the LimitRange `{limit}`.',
  'policy.missing-field': '{id} needs the field `{field}`.',
  'policy.pod-security':
    'Pod Security `{level}` of `{namespace}` refuses the pods of {id}: {reason}.',
  'policy.pod-security-label': '`{label}` of {id} cannot be `{value}`: the API server refuses it.',
  'policy.pod-security-warns':
    'Pod Security `{level}` of `{namespace}` warns of the pods of {id}: {reason}.',
  'policy.quota-exceeded': 'What is delivered beside {id} asks for {asked} of `{field}: {value}`.',
  'policy.quota-unspecified':
    'The quota `{quota}` refuses pods of {id}: `{container}` does not say `{field}`.',
  'policy.removed-api': 'Kubernetes {version} and newer do not serve `{apiVersion}` of {id}.',
  'policy.removed-api-but':
    'Kubernetes {version} and newer do not serve `{apiVersion}` of {id}: use `{candidate}`.',
  'policy.two-budgets':
    '{id} and `{other}` are both about the pods of {workload}, which are then never evicted.',
  'policy.unknown-field':
    '`{api}` has no field `{field}`, which {id} sets: the API server refuses it.',
  'policy.unknown-kind': 'Nothing brings `{apiVersion}` of {id} to the cluster.',
  'policy.wrong-type': '`{field}` of {id} is `{found}`, where `{expected}` is needed.',
  'practice.all-synced-anytime':
    'Argo CD syncs {count} applications of production by itself at any time: no project has a window.',
  'practice.environment-branch':
    '`{application}` follows the branch `{branch}`: what tells environments apart stands in branches, where nothing compares it.',
  'practice.missing-object': '{by} needs {object}, which nothing brings to {clusters}.',
  'practice.missing-object-but':
    '{by} needs {object}, which nothing brings to {clusters}. Is it `{candidate}`?',
  'practice.mutable-tag':
    'The tag of `{image}`, which runs in production ({clusters}), can name another image tomorrow.',
  'practice.older-kustomize':
    '{builder}, which builds for {clusters}, brings kustomize {kustomize}: of {what} it makes other bytes than 5.8.1.',
  'practice.older-kustomize-fails':
    '{builder}, which builds for {clusters}, brings kustomize {kustomize}, which cannot build {what}.',
  'practice.prune-unprotected':
    'Once it is gone from Git, {controller} deletes {object} on {clusters}, with all that it holds.',
  'practice.prunes-many':
    'Once they are gone from Git, {controller} deletes {count} {kind}s of {application} on {clusters}, with all that they hold: {names}.',
  'practice.shared-credential':
    '{object} gives one credential to clusters of several release domains: {domains}.',
  'practice.static-token':
    '{object} keeps a token of {account} that never ends: whoever reads it once has it for good.',
  'practice.synced-anytime':
    'Argo CD syncs this production by itself at any time: no window of the project `{project}` is about it.',
  'practice.unpinned-remote':
    '`{address}` follows `{revision}`: what it is changes without a commit here.',
  'practice.unproven-image':
    '`{image}` of production ({clusters}) is not held to `{digest}`, which `{stage}` runs.',
  'practice.whole-cluster':
    '`{application}` alone brings {count} namespaces to {clusters}: what fails in one holds up all.',
  'register.approvers-differ':
    '`{cluster}` and `{other}` are one release domain, `{domain}`, with different approvers.',
  'register.bad-label': 'Kubernetes takes no label with `{text}`: {reason}.',
  'register.duplicate-cluster': 'The cluster `{name}` is there already; the first one counts.',
  'register.label-slip': 'The label `{word}` of `{cluster}` stands alone. Is it `{candidate}`?',
  'register.selector-matches-everything': 'The selector `{selector}` chooses every cluster.',
  'register.selector-matches-nothing': 'The selector `{selector}` chooses no cluster.',
  'register.selector-matches-nothing-but':
    'The selector `{selector}` chooses no cluster. Is it `{candidate}`?',
  'register.unknown-mirror': '`{name}` is no other cluster of the register.',
  'register.unregistered-destination': 'The register knows no cluster `{cluster}`.',
  'register.unregistered-destination-but':
    'The register knows no cluster `{cluster}`. Is it `{candidate}`?',
  'register.unused-cluster': 'Nothing is delivered to `{cluster}`.',
  'secrets.access-key-id':
    'The id of an access key is in clear ({mask}); it opens nothing without the secret of the key.',
  'secrets.annotation': '`{name}` holds a value in clear ({mask}).',
  'secrets.argocd-credential': '`{name}` holds a credential of Argo CD in clear ({mask}).',
  'secrets.argument': 'The argument `{name}` holds a value in clear ({mask}).',
  'secrets.authorization': 'A header for authorization holds a credential in clear ({mask}).',
  'secrets.chart-value': 'In clear in {resource}, as the chart in `{chart}` makes it: `{name}`.',
  'secrets.ciphertext-deployed':
    '`{name}` is encrypted by SOPS in a document without a block `sops`: it is deployed as it stands.',
  'secrets.ciphertext-rendered':
    '`{name}` stays encrypted in {resource}, as `{root}` builds it: nothing decrypts it on the way to the cluster.',
  'secrets.config-map':
    '`{name}` of a ConfigMap holds a value in clear ({mask}); a Secret is the place for it.',
  'secrets.decrypted-twin': 'This is in clear what `{name}` beside it holds encrypted.',
  'secrets.decryption-key':
    'A private key that decrypts stands in the repository ({mask}). Revoke it.',
  'secrets.decryption-key-in-use':
    'A private key that decrypts files of this repository is in clear ({mask}): SOPS encrypts for `{name}`. Revoke it.',
  'secrets.default-credential': '`{name}` is a well-known default ({mask}).',
  'secrets.docker-config': '`{name}` holds the password of a registry in clear ({mask}).',
  'secrets.environment': 'The variable `{name}` holds a value in clear ({mask}).',
  'secrets.external-secret-template':
    '`{name}` of the template of an ExternalSecret holds a value in clear ({mask}).',
  'secrets.generic': '`{name}` holds a value in clear ({mask}).',
  'secrets.helm-template': 'The template gives `{name}` a value in clear ({mask}).',
  'secrets.helm-value': 'The value `{name}` of a chart is in clear ({mask}).',
  'secrets.kustomize-generator':
    'A generator makes a Secret of `{name}`, which is in clear ({mask}).',
  'secrets.last-applied':
    'An annotation of `kubectl apply` holds `{name}` of a Secret in clear ({mask}).',
  'secrets.password-hash': '`{name}` holds the hash of a password ({mask}).',
  'secrets.private-key': 'A private key is in clear ({mask}). Replace it.',
  'secrets.rendered': 'In clear in {resource}, as `{root}` builds it: `{name}` ({mask}).',
  'secrets.sealed-secret': '`{name}` of a SealedSecret is in clear ({mask}).',
  'secrets.sealed-secret-moved':
    '{name} will not decrypt: it was sealed ({scope}) for `{before}`, and here it becomes `{after}`.',
  'secrets.secret-data': '`{name}` of a Secret is in clear ({mask}).',
  'secrets.sops-added-later':
    '`{name}` came after SOPS encrypted the file: it is in clear, and SOPS refuses to decrypt.',
  'secrets.sops-encrypts-nothing':
    'The file says that SOPS encrypts it, and its selector covers no field.',
  'secrets.sops-ignored-file': 'SOPS reads `.sops.yaml` alone, not `.sops.yml`.',
  'secrets.sops-not-encrypted': 'A creation rule of SOPS covers the file, and it is in clear.',
  'secrets.sops-partly-encrypted': 'SOPS encrypts the file, but not `{name}` ({mask}).',
  'secrets.sops-plain-document':
    'Another document of the file is encrypted; `{name}` of this one is in clear ({mask}).',
  'secrets.sops-recipients-differ':
    'The file is encrypted for others than its creation rule says; `sops updatekeys` brings them together.',
  'secrets.sops-rule': 'What this rule selects is not what it seems: `{name}`.',
  'secrets.sops-shared-recipient': '`{name}` has the same recipients as rules for other stages.',
  'secrets.sops-single-recipient':
    'One key alone can decrypt: if it is lost, so is what it encrypts.',
  'secrets.substitution':
    'The variable `{name}` of a substitution holds a value in clear ({mask}).',
  'secrets.token': 'A token is in clear: {name} ({mask}). Revoke it.',
  'secrets.unused-suppression': 'The comment silences nothing.',
  'secrets.url': '`{name}` holds a password in clear ({mask}).',
  'values.default': 'The chart `{chart}` has this value for `{key}` by itself.',
  'values.invalid': 'The schema of the chart `{chart}` does not allow `{key}`: {message}',
  'values.switched-off': '`{key}` is for the subchart `{subchart}`, which is switched off.',
  'values.unread': 'No template of the chart `{chart}` reads `{key}`.',
  'values.unread-but': 'No template of the chart `{chart}` reads `{key}`. Is it `{candidate}`?',
};

/** What the code words of a parameter `reason` say in English; any other text stands for itself. */
export const englishReasons = {
  empty: 'it is empty',
  fileSourceWithManyEqualSigns: 'there is more than one `=` in a file',
  fileSourceWithoutKey: 'there is no key before `=`',
  fileSourceWithoutPath: 'there is no path after `=`',
  fromIsNoText: 'its `from` is missing or no text',
  fromNotFound: 'nothing stands at its `from`',
  keyNotFound: 'the last key of the path is missing',
  literalWithoutKeyAndValue: 'a literal is `key=value`',
  noJson: 'it begins like JSON and is none',
  noList: 'it is no list of operations',
  noYaml: 'it is no YAML',
  operationIsNoMap: 'an operation is no map',
  pathIsNoText: 'its `path` is missing or no text',
  pathNotFound: 'the path does not lead anywhere',
  resultIsNoMap: 'what would be left is no object',
  testFailed: 'the value is not what `test` wants',
  unknownOperation: 'there is no such operation',
  valueIsNoMapOrList: 'the value is no map and no list',
  wouldCrash: 'kustomize itself would crash',
  wrongIndex: 'the list has no such index',
} as const satisfies Readonly<Record<string, string>>;
