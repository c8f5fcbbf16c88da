import { pathText, type FieldPath } from '../drift/fieldPath.ts';
import { sameJson, type JsonMap } from '../drift/json.ts';
import { roleOf } from '../drift/managers.ts';
import { ownersOf, readOwnership } from '../drift/parseManagedFields.ts';
import { counts, type Finding } from '../drift/verdict.ts';
import type { Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { AdoptedField, AdoptedStep } from '../plan/adoption.ts';
import { draftAdoption } from '../plan/draftAdoption.ts';
import type { PlanDraft, PlanNote } from '../plan/planTypes.ts';
import { noteMaker, type NoteMaker } from '../plan/promotion.ts';
import type { Reader } from '../query/database.ts';
import { newMasks } from '../secrets/redact.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { applicationOf, compared, labelOf, needOf } from './drift.ts';
import { maskedHave, maskedWant, nodeAt } from './driftMasks.ts';
import type { LiveObject, LiveUnit } from './driftTypes.ts';
import type { PlanNoteRow } from './planRows.ts';
import { sourceIndexOf } from './sourceIndex.ts';
import { offsetsOf } from './sourceRange.ts';

/** Which differences of an application Git is to take over. */
export interface AdoptionRequest {
  /** The key of the application. */
  readonly key: string;
  readonly rows: readonly AdoptionRow[];
  /** Whether the controller says that it runs the revision at hand: what nobody owns may wait to be synced otherwise. */
  readonly isCurrent: boolean;
}

/** A difference: its object as `DriftRow.resource`, and its FIELD. */
export interface AdoptionRow {
  readonly resource: string;
  readonly path: string;
}

/**
 * Drafts the edits after which Git says what is live in some fields; `undefined` where there is no such application. What
 * people did not set there, and what must not stand in Git, is refused.
 */
export function draftedAdoption(
  analysis: Analysis,
  { key, rows, isCurrent }: AdoptionRequest,
  live: LiveUnit,
): Answer<PlanDraft | undefined> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    if (application === undefined) return undefined;
    const note = noteMaker(application.name);
    const found = findingsOf(reader, application, live);
    const fields: AdoptedField[] = [];
    const refused: PlanNote[] = [];
    const dangers: PlanNote[] = [];
    for (const row of rows) {
      const one = found.find(({ label, path }) => label === row.resource && path === row.path);
      const why =
        one === undefined
          ? note('adopt.gone', wordsOf(row))
          : whyNot(one, { row, isCurrent, note });
      if (why !== undefined) refused.push(why);
      if (one?.resource === undefined || why !== undefined) continue;
      fields.push(fieldOf(reader, one, one.resource));
      if (one.finding.willRevert === true) dangers.push(note('adopt.put-back', wordsOf(row)));
    }
    return draftAdoption(reader, { application, fields, refused, dangers });
  });
}

/**
 * What of an adoption does not come true in a tree that has its edits: rows that would stay, and differences that were not
 * there before. `live` is what was read for the tree without them.
 */
export function unmetAdoption(
  analysis: Analysis,
  { key, rows }: AdoptionRequest,
  before: { readonly live: LiveUnit; readonly counted: ReadonlySet<string> },
  objects: readonly Parameters<typeof answerKey>[0][],
): Answer<readonly PlanNoteRow[]> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    if (application === undefined) return [];
    const answers = new Map<string, LiveObject | undefined>(
      objects.map((object, index) => [answerKey(object), before.live.answers[index]]),
    );
    const { resources } = reader.get(unitOutputQuery, key);
    const live = {
      ...before.live,
      // What gets another name with what it holds is not live yet.
      answers: resources.map(
        (one): LiveObject => answers.get(answerKey(needOf(one))) ?? { kind: 'missing' },
      ),
    };
    const note = (code: PlanNoteRow['code'], row: AdoptionRow): PlanNoteRow => ({
      code,
      parameters: wordsOf(row),
      application: application.name,
      cluster: application.destination.cluster,
      at: undefined,
    });
    const wanted = new Set(rows.map(rowKey));
    return findingsOf(reader, application, live)
      .filter(({ finding, path }) => counts(finding) && path !== '/')
      .flatMap(({ label, path }) => {
        const row = { resource: label, path };
        if (wanted.has(rowKey(row))) return [note('adopt.still-differs', row)];
        return before.counted.has(rowKey(row)) ? [] : [note('adopt.new-difference', row)];
      });
  });
}

/** The rows of an application that count, for `unmetAdoption`. */
export function countedRows(
  analysis: Analysis,
  key: string,
  live: LiveUnit,
): Answer<ReadonlySet<string>> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    const found = application === undefined ? [] : findingsOf(reader, application, live);
    return new Set(
      found.flatMap(({ label, path, finding }) =>
        counts(finding) ? [rowKey({ resource: label, path })] : [],
      ),
    );
  });
}

interface Found {
  readonly label: string;
  readonly path: string;
  readonly finding: Finding;
  readonly resource: Resource | undefined;
  readonly isHidden: boolean;
  /** Whether somebody who brings what Git says owns what is live. */
  readonly isOfGit: boolean;
}

function findingsOf(reader: Reader, application: Application, live: LiveUnit): readonly Found[] {
  const { resources } = reader.get(unitOutputQuery, application.key);
  return compared(reader, application, live).flatMap((drift) => {
    const resource = drift.index === undefined ? undefined : resources[drift.index];
    const label = labelOf(drift.name, resource);
    const answer = drift.index === undefined ? undefined : live.answers[drift.index];
    const object = answer?.kind === 'found' ? answer.object : undefined;
    const ownership = readOwnership(object);
    return drift.findings.map((finding) => ({
      label,
      path: pathText(finding.path),
      finding,
      resource,
      isHidden: isHidden(finding, resource, object),
      isOfGit: ownersOf(ownership, finding.path).some((one) => roleOf(one) === 'gitops'),
    }));
  });
}

/** Whether a part of either side is masked where it is shown. */
function isHidden(
  finding: Finding,
  resource: Resource | undefined,
  object: JsonMap | undefined,
): boolean {
  const masks = newMasks();
  const { want, have } = finding;
  return (
    !isSame(maskedHave(resource, object, finding, masks), have) ||
    !isSame(maskedWant(resource, finding, masks), want)
  );
}

function isSame(a: Finding['want'], b: Finding['want']): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

function whyNot(
  { finding, resource, isHidden: holdsSecret, isOfGit }: Found,
  asked: { readonly row: AdoptionRow; readonly isCurrent: boolean; readonly note: NoteMaker },
): PlanNote | undefined {
  const { row, isCurrent, note } = asked;
  const words = wordsOf(row);
  const { verdict, path, owner } = finding;
  if (resource === undefined || path.length === 0) return note('adopt.whole-object', words);
  if (holdsSecret || resource.id.kind === 'Secret') return note('adopt.secret', words);
  switch (verdict) {
    case 'drift':
    case 'needsRecreate':
    case 'extraManual': {
      const isOfPerson = owner !== undefined && roleOf(owner) === 'human';
      // What Git said before is no edit, though it differs from what Git says now.
      return isOfPerson || (isCurrent && !isOfGit) ? undefined : note('adopt.pending', words);
    }
    case 'removed':
      return note('adopt.git-removed', words);
    case 'ownedByOther':
    case 'extraController':
      return note('adopt.other-controller', { ...words, owner: owner?.manager ?? '?' });
    default:
      return note('adopt.whole-object', words);
  }
}

function fieldOf(
  reader: Reader,
  { label, path, finding }: Found,
  resource: Resource,
): AdoptedField {
  const { want, have, wantAt } = finding;
  const node = want === undefined ? undefined : nodeAt(resource.node, wantAt);
  const pointer = node && resource.originOf(node).writtenAt;
  const index = pointer && sourceIndexOf(reader, pointer.file);
  return {
    resource,
    label,
    field: path,
    steps: finding.path.map(stepOf),
    want,
    have,
    writtenAt: pointer && index && { file: pointer.file, ...offsetsOf(index, pointer) },
  };
}

function stepOf(step: FieldPath[number]): AdoptedStep {
  switch (step.kind) {
    case 'key':
      return step;
    case 'item':
      return {
        kind: 'item',
        key: Object.fromEntries(
          step.shown.flatMap((name) => {
            const value = step.key[name];
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      };
    case 'value':
    case 'index':
      return { kind: 'place' };
  }
}

function wordsOf({ resource, path }: AdoptionRow): Readonly<Record<string, string>> {
  return { resource, field: path };
}

function rowKey({ resource, path }: AdoptionRow): string {
  return `${resource} ${path}`;
}

function answerKey({ apiVersion, kind, namespace, name }: ReturnType<typeof needOf>): string {
  return [apiVersion, kind, namespace, name].join(' ');
}
