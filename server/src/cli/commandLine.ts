import { suggestion } from '../analysis/suggestion.ts';
import { addClusterCommand } from './addCluster.ts';
import { chartCommand } from './chart.ts';
import type { Command } from './command.ts';
import { approvalsCommand } from './approvals.ts';
import { appsCommand } from './apps.ts';
import { auditCommand } from './audit.ts';
import { chartsCommand } from './charts.ts';
import { checkCommand } from './check.ts';
import { clustersCommand } from './clusters.ts';
import { completionCommand } from './completion.ts';
import { copiesCommand } from './copies.ts';
import { credentialsCommand } from './credentials.ts';
import { differencesCommand } from './differences.ts';
import { expandCommand } from './expand.ts';
import { diffCommand } from './diff.ts';
import { driftCommand } from './drift.ts';
import { drillCommand } from './drill.ts';
import { explainCommand } from './explain.ts';
import { graphCommand } from './graph.ts';
import { programHelp } from './help.ts';
import { historyCommand } from './history.ts';
import { impactCommand } from './impact.ts';
import { safely, type Io } from './io.ts';
import { mcpCommand } from './mcp.ts';
import { promoteCommand } from './promote.ts';
import { renderCommand } from './render.ts';
import { retireCommand } from './retire.ts';
import { rightsCommand } from './rights.ts';
import { rollbackCommand } from './rollback.ts';
import { rolloutCommand } from './rollout.ts';
import { rootsCommand } from './roots.ts';
import { runCommand } from './runCommand.ts';
import { secretsCommand } from './secrets.ts';
import { sloCommand } from './slo.ts';
import { statusCommand } from './status.ts';
import { surveyCommand } from './survey.ts';
import { upgradeCommand } from './upgrade.ts';
import { valuesCommand } from './values.ts';
import { variantsCommand } from './variants.ts';
import { versionsCommand } from './versions.ts';
import { version } from './version.ts';
import { whyCommand } from './why.ts';
import { wrongUse } from './wrongUse.ts';

const working = [
  renderCommand,
  explainCommand,
  rootsCommand,
  surveyCommand,
  appsCommand,
  clustersCommand,
  variantsCommand,
  differencesCommand,
  versionsCommand,
  expandCommand,
  impactCommand,
  checkCommand,
  upgradeCommand,
  addClusterCommand,
  retireCommand,
  whyCommand,
  promoteCommand,
  historyCommand,
  auditCommand,
  rollbackCommand,
  secretsCommand,
  diffCommand,
  graphCommand,
  chartCommand,
  chartsCommand,
  valuesCommand,
  statusCommand,
  rolloutCommand,
  driftCommand,
  drillCommand,
  sloCommand,
  credentialsCommand,
  rightsCommand,
  approvalsCommand,
  copiesCommand,
  mcpCommand,
];

/** The commands in the order of `strata --help`. */
export const commands: readonly Command[] = [...working, completionCommand(working)];

/** Runs the command line; gives the exit code. Throws only for a fault of ours, and when the signal fires. */
export async function runCommandLine(words: readonly string[], io: Io): Promise<number> {
  return runWords(words, { ...io, out: safely(io.out), err: safely(io.err) });
}

async function runWords(words: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return first === 'help' && rest.length > 0
      ? runWords([...rest.slice(0, 1), '--help'], io)
      : printProgramHelp(first, io);
  }
  if (first === '--version') {
    io.out.write(`strata ${version}\n`);
    return 0;
  }
  const command = commands.find(({ name }) => name === first);
  if (command === undefined) return unknownCommand(first, io);
  return runCommand(command, rest, io);
}

/** Help that was asked for is an answer; without any word it is a hint at wrong use. */
function printProgramHelp(asked: string | undefined, io: Io): number {
  const output = asked === undefined ? io.err : io.out;
  output.write(programHelp(output, commands));
  return asked === undefined ? 2 : 0;
}

function unknownCommand(word: string, io: Io): number {
  const names = commands.map(({ name }) => name);
  const near = suggestion(word, names);
  const kind = word.startsWith('-') ? 'option' : 'command';
  const hint =
    near === undefined ? `The commands are ${names.join(', ')}.` : `Did you mean ${near}?`;
  return wrongUse(io, undefined, `there is no ${kind} ${word}. ${hint}`);
}
