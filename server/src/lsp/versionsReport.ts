import { familyNames } from '../analysis/variants.ts';
import {
  hasVersion,
  stageText,
  stages,
  versionsOf,
  type Stage,
  type StageVersions,
} from '../analysis/versions.ts';
import { columns, plain, type Line } from './reportText.ts';
import type { Session } from './session.ts';
import type { ReportWords } from './words/reportWords.ts';

/** The version of each application at each stage, from the files alone. */
export async function versionsReport(
  session: Session,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const words = session.words.reports;
  const lines: Line[] = [[`strata · ${words.versions}`]];
  for (const { name, workspace } of session.trees.all) {
    const { complete } = workspace;
    const order = await complete(stages, signal);
    const rows: VersionRow[] = [];
    for (const application of await complete(familyNames, signal)) {
      const own = await complete((one) => versionsOf(one, application), signal);
      if (hasVersion(own)) rows.push({ application, own });
    }
    if (session.trees.all.length > 1) lines.push([], [plain(name)]);
    lines.push([], ...matrix(words, order, rows));
  }
  return lines;
}

interface VersionRow {
  readonly application: string;
  readonly own: readonly StageVersions[];
}

function matrix(
  words: ReportWords,
  order: readonly Stage[],
  rows: readonly VersionRow[],
): readonly Line[] {
  if (rows.length === 0) return [[words.noVersions]];
  const shown = order.filter(({ name }) =>
    rows.some(({ own }) => own.some(({ stage }) => stage === name)),
  );
  const titles = shown.map(({ name }) => (name === '' ? words.others : plain(name).text));
  return columns(
    rows.map(({ application, own }) => [
      plain(application),
      ...shown.map(({ name }) => plain(stageText(own.find(({ stage }) => stage === name)))),
    ]),
    { head: [words.columns.application, ...titles], indent: 2 },
  );
}
