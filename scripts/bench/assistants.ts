import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { baseFile, syntheticFleet } from './syntheticFleet.ts';
import { deployment, type Files } from './syntheticRepository.ts';
import { writeFiles } from './writeFiles.ts';

/** What a tool took of the server, in milliseconds. */
export interface AskedTool {
  readonly name: string;
  readonly processorMs: number;
  readonly wallMs: number;
}

type ToolQuestion = readonly [name: string, sent: Readonly<Record<string, unknown>>];

/** What an assistant asks of a fleet: each tool once. */
const questions: readonly ToolQuestion[] = [
  ['applications', {}],
  ['clusters', {}],
  ['survey', {}],
  ['values', { application: 'chart' }],
  ['why', { file: baseFile }],
  [
    'explain',
    { application: 'app-0-cluster-000', resource: 'Deployment/app-0', field: '/spec/replicas' },
  ],
  ['render', { application: 'app-0-cluster-000' }],
  ['impact', { files: [{ path: baseFile, text: deployment('app-0', 2) }] }],
  ['secrets', {}],
  ['rights', { name: 'cluster-000' }],
  ['check', {}],
];

/** A chart of the repository, and who delivers it. */
const chart: Files = new Map([
  ['chart/Chart.yaml', 'apiVersion: v2\nname: chart\nversion: 1.0.0\n'],
  ['chart/values.yaml', 'size: 1\n'],
  [
    'chart/templates/map.yaml',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sizes}\ndata: {size: "{{ .Values.size }}"}\n',
  ],
  [
    'chart.yaml',
    `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: chart, namespace: argocd}
spec:
  project: default
  source: {repoURL: 'https://git.example.com/acme/fleet.git', path: chart}
  destination: {name: cluster-000, namespace: chart}
`,
  ],
]);

/**
 * Asks each tool of `strata mcp` once about a fleet of 1,040 applications, which is written to `folder`, as an assistant does,
 * in a process that has read ahead; `cli` is the bundle of the command line. The last one is what the first answer of another
 * process costs, which has read nothing yet.
 */
export async function measureAssistants(
  cli: string,
  folder: string,
): Promise<readonly AskedTool[]> {
  writeFiles(folder, new Map([...syntheticFleet(80, 13), ...chart]));
  commitAll(folder);
  const [first] = questions;
  const warm = await connect(cli, folder);
  const asked: AskedTool[] = [];
  try {
    await untilIdle(warm.id);
    for (const question of questions) {
      asked.push(await ask(warm, question));
      await untilIdle(warm.id);
    }
  } finally {
    await warm.client.close();
  }
  if (first === undefined) return asked;
  const cold = await connect(cli, folder);
  try {
    return [...asked, { ...(await ask(cold, first)), name: `${first[0]}, first of all` }];
  } finally {
    await cold.client.close();
  }
}

function commitAll(folder: string): void {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  const plain = ['-c', 'commit.gpgsign=false', '-c', 'core.safecrlf=false'];
  for (const words of [
    ['init', '--quiet'],
    ['add', '.'],
    ['commit', '--quiet', '-m', 'all'],
  ])
    execFileSync('git', [...identity, ...plain, ...words], { cwd: folder, stdio: 'ignore' });
}

interface Connected {
  readonly client: Client;
  readonly id: number;
}

async function connect(cli: string, folder: string): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', '--workspace', folder],
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { client, id: transport.pid ?? 0 };
}

async function ask({ client, id }: Connected, [name, sent]: ToolQuestion): Promise<AskedTool> {
  const [before, start] = [processorMs(id), performance.now()];
  const answer = await client.callTool({ name, arguments: { ...sent } });
  const wallMs = performance.now() - start;
  // A refusal takes no time, and is no answer.
  if (answer.isError === true) throw new Error(`${name}: ${JSON.stringify(answer.content)}`);
  return { name, processorMs: processorMs(id) - before, wallMs };
}

/** Waits until a process has had nothing to do for a while. */
async function untilIdle(id: number): Promise<void> {
  for (let before = -1; before !== processorMs(id);) {
    before = processorMs(id);
    await sleep(1_000);
  }
}

/** Milliseconds of processor time that a process has taken, in steps of ten; 0 where the system does not list it in files. */
function processorMs(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
