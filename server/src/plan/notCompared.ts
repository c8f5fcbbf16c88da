import { bySubject, effective, subjectKey, type StageMatch } from './matchStages.ts';
import type { NoteMaker } from './promotion.ts';
import type { PlanNote } from './planTypes.ts';
import type { PlacedVersion, StageView } from './stageView.ts';
import type { VersionSite } from './versionSites.ts';
import { isVersionAlone, plain } from './versionText.ts';
import type { Wanted } from './wanted.ts';

/** The stages of a promotion as wholes, with what of them was matched. */
interface Compared {
  readonly source: StageView;
  readonly target: StageView;
  readonly matches: readonly StageMatch[];
  readonly isWanted: Wanted;
}

/** Where two stages are not of the same versions though nothing is to move: what stays, and what only one of them has. */
export function notCompared(
  { source, target, matches, isWanted }: Compared,
  note: NoteMaker,
): readonly PlanNote[] {
  const only = (one: StageView, other: StageView): readonly PlanNote[] =>
    onlyIn(one, other, isWanted).map(({ file, site }) =>
      note(
        'promote.not-compared',
        { source: one.name, target: other.name, field: nameOf(site), version: plain(site.version) },
        { file: file.file, offset: site.offset },
      ),
    );
  const stays = matches.flatMap(({ left }) =>
    left.flatMap(({ reason, field, place: { file, site }, source: from = '', target: own = '' }) =>
      reason === 'branch' ||
      reason === 'other-image' ||
      (isVersionAlone(from) && isVersionAlone(own))
        ? [
            note(
              'promote.stays',
              {
                ...{ source: source.name, target: target.name, field },
                ...{ version: plain(from), before: plain(own) },
              },
              { file: file.file, offset: site.offset },
            ),
          ]
        : [],
    ),
  );
  return [...stays, ...only(target, source), ...only(source, target)];
}

/** The versions of a stage that the other says nothing of. */
function onlyIn(one: StageView, other: StageView, isWanted: Wanted): readonly PlacedVersion[] {
  const known = bySubject(other);
  const isKnown = ({ site }: PlacedVersion): boolean =>
    site.subjects.some(
      (subject) => effective(known.get(subjectKey(subject, one)) ?? []).length > 0,
    );
  const found = [...bySubject(one).values()].flatMap(effective);
  return [...new Set(found)].filter(
    (placed) =>
      !isKnown(placed) &&
      isWanted({ kind: 'version', field: placed.site.field, subjects: placed.site.subjects }),
  );
}

/** An image or a chart by its name, anything else by the way to it. */
function nameOf({ kind, subjects: [subject], field }: VersionSite): string {
  return kind === 'image' || kind === 'chart' ? (subject ?? field) : field;
}
