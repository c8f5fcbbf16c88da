import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import { surveyCommands } from '../text/surveyWords.en.ts';
import { takeSurvey, type Survey } from '../workspace/survey.ts';
import { columns, placePiece, plain, type Line } from './reportText.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** How many findings are shown. */
const mostFindings = 5;

/** The first look at the opened folders: how much there is, how much of it is exact, and what is worth a look. */
export async function firstLookReport(
  session: Session,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const today = new Date().toISOString().slice(0, 10);
  const lines: Line[] = [[`strata · ${session.words.reports.firstLook}`]];
  for (const tree of session.trees.all) {
    const survey = await takeSurvey(tree.workspace.complete, today, signal);
    if (session.trees.all.length > 1) lines.push([], [plain(tree.name)]);
    lines.push([], ...describe(session, tree, survey));
  }
  return lines;
}

function describe(session: Session, tree: Tree, survey: Survey): readonly Line[] {
  const words = session.words.reports;
  const { clusters, applications, openGenerators, exact, open, findings } = survey;
  const share = applications === 0 ? 0 : Math.floor((exact * 100) / applications);
  const isEmpty = applications + openGenerators === 0;
  return [
    [isEmpty ? words.noApplication(clusters) : words.survey(clusters, applications, share)],
    ...(open.length === 0
      ? []
      : [
          [],
          [words.whyOpen],
          ...columns(
            open.map(({ kind, count }) => [
              { text: String(count).padStart(5) },
              { text: words.openKinds[kind] },
              { text: surveyCommands[kind] ?? '' },
            ]),
          ),
        ]),
    ...findingLines(session, tree, findings),
  ];
}

function findingLines(
  { words }: Session,
  tree: Tree,
  findings: readonly LocatedProblem[],
): readonly Line[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, mostFindings);
  const rest = findings.length - shown.length;
  return [
    [],
    [words.reports.worthALook],
    ...columns(
      shown.map((finding) => [
        finding.range === undefined ? { text: '' } : placePiece(tree, finding.range),
        plain(words.message(finding).replaceAll('`', '')),
      ]),
      { indent: 2 },
    ),
    ...(rest > 0 ? [[`  ${words.more(rest)}`]] : []),
  ];
}
