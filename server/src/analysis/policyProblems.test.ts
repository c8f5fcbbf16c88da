import { expect, test } from 'vitest';
import { analyzeFixture, changeOf, completed } from '../../test/fixtureAnalysis.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { englishMessage } from '../text/messages.ts';
import type { Analysis } from './analysis.ts';
import { diagnosticsFor } from './diagnosticsFor.ts';
import { byFile, renderedProblems } from './fleetProblems.ts';

const baseline = 'pod-security.kubernetes.io/enforce: baseline';

function told(analysis: Analysis, file: string): readonly string[] {
  return completed(diagnosticsFor(analysis, file)).map(
    (one) => `${(one.range?.start.line ?? 0) + 1} ${one.severity} ${englishMessage(one)}`,
  );
}

test('what breaks a rule stands at its line in the editor, with its clusters', () => {
  const clusters = ['a', 'b', 'c', 'd', 'e'];
  const { host, analysis, fixture } = analyzeFixture(
    policyFleet({ pod: 'hostNetwork: true', labels: baseline, clusters }),
  );
  expect(told(analysis, 'web/base/web.yaml')).toEqual([]);
  host.apply({ fleetProblems: byFile(completed(renderedProblems(analysis))) });
  const expected =
    'error Pod Security `baseline` of `shop` refuses the pods of Deployment.apps/shop/web (a, b, c, +2): host namespaces (hostNetwork=true).';
  expect(told(host.analysis(), 'web/base/web.yaml')).toEqual([`9 ${expected}`]);
  // The text moves, and what is known of it moves along.
  const text = fixture.files.get('web/base/web.yaml') ?? '';
  host.apply(changeOf(new Map([...fixture.files, ['web/base/web.yaml', `# more\n${text}`]])));
  expect(told(host.analysis(), 'web/base/web.yaml')).toEqual([`10 ${expected}`]);
});

test('what the configuration says of a rule holds in the editor as well', () => {
  const { host, analysis } =
    analyzeFixture(`${policyFleet({ pod: 'hostNetwork: true', labels: baseline })}
# file: .strata/config.yaml
severity: { policy.pod-security: hint }
`);
  host.apply({ fleetProblems: byFile(completed(renderedProblems(analysis))) });
  expect(told(host.analysis(), 'web/base/web.yaml')[0]).toMatch(/^9 hint /);
});
