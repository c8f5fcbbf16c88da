/**
 * What a plan says in English, as one sentence: why something is refused, what is dangerous about it, why something stays
 * as it is. `{name}` stands for a parameter. Codes never change.
 */
export const englishPlanWords = {
  'adopt.gone': '{field} of {resource} does not differ from Git any more.',
  'adopt.git-removed':
    'Git removed {field} of {resource}: take that commit back where it is to stay.',
  'adopt.new-difference': 'Then {field} of {resource} would differ from what is live.',
  'adopt.no-layer':
    '{application} has no kustomization of its own that could say {field}; others read this line: {others}.',
  'adopt.other-controller': '{owner} sets {field} of {resource}: Git should not say it.',
  'adopt.pending':
    '{field} of {resource} is live as Git said it before: it waits to be synced, and nobody edited it.',
  'adopt.put-back':
    '{application} is kept as Git says: until this is deployed, {field} of {resource} is put back.',
  'adopt.remove-line': 'Somebody removed {field}: delete this line where that is to stay.',
  'adopt.secret': '{field} of {resource} holds a secret, which is not written into Git.',
  'adopt.shared-layer':
    'Others read {file}, too: {others}; {application} needs a layer of its own.',
  'adopt.still-differs': '{field} of {resource} would still differ from what is live.',
  'adopt.whole-object':
    '{resource} as a whole is not adopted, only fields of objects that Git has.',
  'plan.breaks-build': '{name} would no longer build: {message}',
  'plan.cannot-write':
    '{field} is written in a way that cannot be edited here without touching more than the version.',
  'plan.changed-meanwhile': '{file} is not what it was when the plan was made; make it again.',
  'plan.conflict': 'Two places ask for different versions at {field}: {versions}.',
  'plan.behind':
    'The branch lacks {count} of the commits of {upstream}: the plan is made of an older state.',
  'plan.dirty': '{file} has changes that are not committed.',
  'plan.hits-other': '{name} would change as well: {path} in {resource}.',
  'plan.no-effect': '{field} = {version} would change nothing{winner}.',
  'plan.not-rendered':
    'What {name} renders to cannot be told in full ({gap}): that the edit arrives there is not proven.',
  'plan.other-effect': 'It would also change {path} in {resource}, which nobody asked for.',
  'plan.unread': 'Nothing that is known here reads {file}: what the edit does cannot be told.',
  'plan.unproven': '{name} does not build, so that nothing reaches it: {message}',
  'promote.ambiguous-source': '{source} has more than one version for {field}: {versions}.',
  'promote.business-missed':
    'The number of the business of {name} on {cluster} is not as it should be.',
  'promote.backwards': '{target} comes before {source} in the order of promotions.',
  'promote.copies-folder': '{to} is what {from} was in {commit}: the whole folder is copied.',
  'promote.deletes': '{resource} goes away from {name}.',
  'promote.image-automation':
    'The policy {policy} of Flux writes this line, and would overwrite it.',
  'promote.image-updater':
    "Argo CD's Image Updater writes the version of {image}, and would overwrite it.",
  'promote.keeps-folder':
    '{to} was copied from {from} before, and is not now: {field} is a setting of its stage.',
  'promote.moving-tag':
    '{version} is moved on from time to time: it does not pin what runs; a digest would.',
  'promote.no-application': 'There is no application or folder {name}.',
  'promote.no-live-evidence':
    'Whether {source} is healthy with it is not known: there is no live evidence.',
  'promote.no-stage': '{name} is no stage, cluster or layer of {application}.',
  'promote.no-such':
    '{word} is no version, image, chart, repository or field of what {source} and {target} have.',
  'promote.not-compared':
    '{source} has {version} for {field}, and {target} says no version of it: they were not compared.',
  'promote.nothing': '{source} and {target} have the same versions: there is nothing to promote.',
  'promote.nothing-in-files':
    '{source} and {target} have the same versions as far as files say: what {objects} on their clusters holds was not compared.',
  'promote.old-evidence':
    '{name} on {cluster} was last seen at {time}: how it is now is not known.',
  'promote.older': '{version} is older than {before}, which {target} has.',
  'promote.other-release-domain':
    '{cluster} is in the release domain {domain}, and {source} is not.',
  'promote.part-unseen': 'Of {source}, {names} was not seen: whether it is healthy is not known.',
  'promote.rolling-sync': '{application} is synced in steps by {set}: {cluster} is in {step}.',
  'promote.same-stage': 'The source and the target are the same.',
  'promote.shared-file':
    'The version stands in {file}, which others read, too; {application} needs a value of its own there.',
  'promote.skips-stage':
    '{stage} comes between {source} and {target} and does not have {version}; --because says why it is left out.',
  'promote.smoke-failed': 'A test of {name} on {cluster} failed: {test}.',
  'promote.smoke-runs': 'The tests of {name} on {cluster} have not ended.',
  'promote.source-health-unknown': 'Whether {name} on {cluster} is healthy is not known.',
  'promote.source-not-synced':
    '{name} on {cluster} is not synced: it is not known to run these versions.',
  'promote.source-runs-other':
    '{name} on {cluster} runs a commit with other versions: what is seen of it says nothing of these.',
  'promote.source-unhealthy': '{name} on {cluster} is not healthy.',
  'promote.source-version-unknown': 'Whether {name} on {cluster} runs these versions is not known.',
  'promote.source-unbuilt':
    '{name} does not build, so that its versions are not known to run: {message}',
  'promote.stays':
    '{source} has {version} for {field}, and {target} has {before}, which stays: there is nothing else to promote.',
  'promote.sync-window': 'The project {project} has sync windows for {application}: {window}.',
  'promote.window-closed':
    'Closed until {opens}: {application} is synced in windows of the project {project} ({window}).',
  'promote.window-shut':
    'Closed, and nobody can tell until when: {application} is synced in windows of the project {project} ({window}).',
  'rollback.also-affects':
    'The files serve {name} as well, where {path} in {resource} would change; --because says why that is right.',
  'rollback.comes-back-empty': '{resource} comes back without what it held.',
  'rollback.crd': 'Objects that were stored by the newer definition {resource} stay as they are.',
  'rollback.data-lost': 'What {resource} holds goes with it.',
  'rollback.immutable': '{field} of {resource} cannot be changed in place.',
  'rollback.job': 'What the Job {resource} has done stays done, and it does not run again.',
  'rollback.migration': 'What the migration {resource} has done to its database stays done.',
  'rollback.no-commit': '{application} is not on {cluster} at {commit}.',
  'rollback.nothing': '{application} on {cluster} is what it was at {commit} already.',
  'rollback.not-restored':
    '{application} would not be what it was at {commit}: {path} in {resource} comes from elsewhere.',
  'rollback.not-text': '{file} is no text, and cannot be restored by an edit.',
} as const satisfies Readonly<Record<string, string>>;

/** A code of a plan. */
export type PlanCode = keyof typeof englishPlanWords;
