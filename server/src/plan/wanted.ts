import type { PlacedConfiguration, PlacedVersion, StageView } from './stageView.ts';
import { configurationIn, versionsIn } from './stageView.ts';
import { plain, splitVersion } from './versionText.ts';

/** A place that may be asked for: of a version, or of configuration, which is only taken where somebody names it. */
export interface WantedSite {
  readonly kind: 'version' | 'configuration';
  readonly field: string;
  readonly subjects: readonly string[];
  /** What the source stage has there; `undefined` where that is not known yet. */
  readonly version?: string | undefined;
}

/** Whether a place is asked for. */
export type Wanted = (site: WantedSite) => boolean;

/**
 * What words ask for: by a FIELD, the end of it, the name of an image, a chart or a repository, or the version that the
 * source has; exactly one thing by `image NAME`, `chart NAME` and the like, or `field FIELD`. Without words all versions are
 * wanted, and nothing else.
 */
export function wantedBy(only: readonly string[]): Wanted {
  return (site) =>
    only.length === 0 ? site.kind === 'version' : only.some((word) => isMeant(site, word));
}

/** The words that name nothing of two stages. */
export function namelessWords(
  only: readonly string[],
  source: StageView,
  target: StageView,
): readonly string[] {
  const versions = (stage: StageView, withVersion: boolean): readonly WantedSite[] =>
    versionsIn(stage).map(({ site }: PlacedVersion) => ({
      kind: 'version',
      field: site.field,
      subjects: site.subjects,
      version: withVersion ? site.version : undefined,
    }));
  const settings = [...configurationIn(source, target), ...configurationIn(target, source)].map(
    ({ site }: PlacedConfiguration): WantedSite => ({
      kind: 'configuration',
      field: site.field,
      subjects: [],
    }),
  );
  const sites = [...versions(source, true), ...versions(target, false), ...settings];
  return only.filter((word) => !sites.some((site) => isMeant(site, word)));
}

function isMeant({ field, subjects, version }: WantedSite, word: string): boolean {
  return (
    field === word ||
    `field ${field}` === word ||
    (field.endsWith(word) && word.startsWith('/')) ||
    subjects.some((subject) => isNamed(subject, word)) ||
    (version !== undefined && isVersion(version, word))
  );
}

function isNamed(subject: string, word: string): boolean {
  const name = subject.slice(subject.indexOf(' ') + 1);
  return (
    name === word ||
    subject === word ||
    name.endsWith(`/${word}`) ||
    (name.includes('{}') && repositoryOf(name) === word)
  );
}

/** The repository of an address that pins one: `release` of `https://example.com/shop/release/config?ref={}`. */
function repositoryOf(address: string): string | undefined {
  return /^(?:git::)?(?:(?:https?|ssh|git):\/\/[^/]+\/|git@[^:]+:|github\.com[/:])[^/]+\/([^/?]+?)(?:\.git)?(?:[/?]|$)/.exec(
    address,
  )?.[1];
}

/** Whether a word is a version: as it stands, without its `v`, or a commit of which both give the first digits. */
function isVersion(version: string, word: string): boolean {
  const { tag, digest } = splitVersion(/^[:@]/.test(version) ? version : `:${version}`);
  const own = [plain(version), tag, digest].filter((one) => one !== undefined);
  if (own.some((one) => one === word || one === `v${word}` || `v${one}` === word)) return true;
  if (!/^[0-9a-f]{7,40}$/.test(word) || !/\d/.test(word)) return false;
  const commits = (tag ?? '').match(/(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/g) ?? [];
  return commits.some((one) => one.startsWith(word) || word.startsWith(one));
}
