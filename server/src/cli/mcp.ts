import { readAhead } from '../assistants/readAhead.ts';
import { callTool, tools } from '../assistants/tools.ts';
import { keepFresh } from '../workspace/keepFresh.ts';
import { LiveImpact } from '../workspace/liveImpact.ts';
import type { Command } from './command.ts';
import { toJson } from './json.ts';
import { listTools, serveMcp } from './mcpServer.ts';
import { readLines } from './readInput.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata mcp`: what assistants ask, over standard input and output. */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Answers assistants over the Model Context Protocol (stdio)',
  forms: ['mcp [--workspace DIR]', 'mcp --tools'],
  details: [
    'An assistant that edits YAML asks which clusters its change would change, before it writes it. The tools',
    `are ${tools.map(({ name }) => name).join(', ')}.`,
    'They only read; values of Secrets are masked, and long answers are cut with a count of what is left out.',
    '',
    'Start it from the settings of the assistant, such as:',
    '  {"mcpServers": {"strata": {"command": "strata", "args": ["mcp", "--workspace", "/path/to/repository"]}}}',
  ],
  options: [{ name: 'tools', text: 'Prints the tools as a client gets them, and ends.' }],
  examples: [
    { line: 'strata mcp --tools', text: 'What an assistant can ask, and with which arguments' },
    {
      line: 'strata mcp --tools --workspace .',
      text: 'The same; without --tools it serves until its input ends',
    },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) return wrongUse(io, 'mcp', 'it takes no words.');
    if (call.options.has('json') || call.options.has('format'))
      return wrongUse(io, 'mcp', 'it has one form, that of the protocol.');
    if (call.options.has('tools')) {
      io.out.write(toJson({ tools: listTools(tools) }));
      return 0;
    }
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const workspace = tree.value;
    const live = new LiveImpact(workspace, {});
    const refresh = keepFresh(workspace);
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, io.signal]);
    // Nobody waits for it; what goes wrong in it goes wrong again, and is told, where somebody asks.
    const ahead = readAhead(workspace, today(), signal).catch(() => undefined);
    await serveMcp({
      lines: readLines(io.signal),
      write: io.out.write,
      tools,
      call: async (tool, sent, stop) => {
        await refresh(stop);
        const asked = { workspace, live, trusted: true, today: today() };
        return callTool(tool, sent, asked, stop);
      },
      onFault: (error) => {
        io.err.write(`strata: a fault of ours: ${placesOf(error)}\n`);
      },
      signal: io.signal,
    });
    end.abort();
    await ahead;
    live.dispose();
    return 0;
  },
};

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Where a fault happened; never its message, which may hold a value. */
function placesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return (stack.match(/^\s+at .*$/gm) ?? []).join('\n');
}
