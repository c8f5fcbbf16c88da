import { rightsFor, type Rights } from '../analysis/rights.ts';
import { rightsJson } from '../analysis/rightsDocument.ts';
import { rightsYaml } from '../analysis/rightsManifests.ts';
import { wantsJson, type Command } from './command.ts';
import { toJson } from './json.ts';
import { rightsText } from './rightsText.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata rights`: the least that controllers need, from what is rendered. */
export const rightsCommand: Command = {
  name: 'rights',
  summary:
    'Says the least rights that controllers need for what is rendered, and which lines grant more',
  forms: ['rights CLUSTER|PROJECT|TENANT [--at REF] [options]'],
  details: [
    'NAME is a cluster, a project of Argo CD, or a tenant: of the register, or a namespace of Flux. Each',
    'service account that applies there gets the fewest rules for exactly the objects that are rendered:',
    'get, list, watch, create, patch; delete where it prunes; update where it replaces; escalate and bind for',
    'the roles by name that hand out more than it has. They are compared with the roles and bindings of the',
    'repository. --format yaml prints roles, bindings, service accounts for Flux and projects to review.',
  ],
  options: [atOption],
  formats: ['yaml'],
  examples: [
    { line: 'strata rights prod-eu-1 --workspace .', text: 'What Argo CD needs on a cluster' },
    {
      line: 'strata rights prod-eu-1 --workspace . --format yaml',
      text: 'The same as roles and bindings',
    },
    { line: 'strata rights prod-eu-1 --workspace . --json', text: 'The same for scripts' },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [name, ...more] = call.words;
    if (name === undefined || more.length > 0)
      return wrongUse(io, 'rights', 'name one cluster, project or tenant.');
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const answer = await opened.value.complete((one) => rightsFor(one, name), io.signal);
    if (answer.kind === 'unknown') {
      const hint =
        answer.near === undefined
          ? 'strata clusters lists clusters.'
          : `Did you mean ${answer.near}?`;
      const message = `there is no cluster, project or tenant ${name}. ${hint}`;
      return refuse(io, { exitCode: 2, message });
    }
    const { rights } = answer;
    if (wantsJson(call)) io.out.write(toJson(rightsJson(rights)));
    else if (call.options.get('format') === 'yaml') io.out.write(yamlWithWarnings(rights));
    else io.out.write(rightsText(io.out, rights));
    return 0;
  },
};

/** Whoever applies the roles has to know what is missing in them. */
function yamlWithWarnings(rights: Rights): string {
  const warnings = rights.identities.flatMap(({ cluster, unknownKinds, incomplete }) => [
    ...unknownKinds.map(
      (kind) => `# ${cluster ?? ''}: nothing here defines ${kind}: its resource is guessed.\n`,
    ),
    ...incomplete.map(
      ({ application }) =>
        `# ${cluster ?? ''}: ${application} is not rendered whole, and may need more.\n`,
    ),
  ]);
  return warnings.join('') + rightsYaml(rights);
}
