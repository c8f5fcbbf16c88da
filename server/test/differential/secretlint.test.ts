import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, test } from 'vitest';
import { findInText } from '../../src/secrets/textCredentials.ts';
import { scanFile } from '../../src/secrets/scanFile.ts';
import { Random } from './generate/random.ts';
import { howMany, testSeed } from '../environment.ts';

/** What secretlint's recommended rules find in a file, by the names of the rules. */
async function secretlint(filePath: string, content: string): Promise<readonly string[]> {
  const { messages } = await lintSource({
    source: { filePath, content, ext: '.yaml', contentType: 'text' },
    options: {
      maskSecrets: true,
      config: {
        rules: [
          {
            id: '@secretlint/secretlint-rule-preset-recommend',
            rule: creator,
            options: {},
            rules: [{ id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } }],
          },
        ],
      },
    },
  });
  return messages.map(({ ruleId }) => ruleId.replace('@secretlint/secretlint-rule-', ''));
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const alphabets = {
  hex: '0123456789abcdef',
  upper: `${letters}234567`,
  letters: letters + letters.toLowerCase(),
  digits: '0123456789',
  word: `${letters}${letters.toLowerCase()}0123456789`,
} as const;

/** A shape such as `ghp_{word 36}`, filled at random: no value of a test is a token of somebody. */
function filled(shape: string, random: Random): string {
  return shape.replace(/\{(\w+) (\d+)\}/g, (_all, name: keyof typeof alphabets, count: string) =>
    Array.from({ length: Number(count) }, () => random.pick(alphabets[name].split(''))).join(''),
  );
}

/** A token of each rule of secretlint that knows a provider. */
const shapes: readonly (readonly [rule: string, shape: string])[] = [
  ['anthropic', 'sk-ant-api03-{word 93}AA'],
  ['aws', 'AKIA{upper 16}'],
  ['aws', 'AWS_SECRET_ACCESS_KEY = {word 40}'],
  ['cloudflare', 'cfut_{word 40}{hex 8}'],
  ['cloudflare', 'cfat_{word 40}{hex 8}'],
  ['databricks', 'dapi{hex 32}'],
  ['databricks', 'dapi{hex 32}-2'],
  ['database-connection-string', 'mongodb+srv://app:{word 16}@db.example.com/shop'],
  ['database-connection-string', 'mysql://app:{word 16}@db.example.com/shop'],
  ['database-connection-string', 'postgresql://app:{word 16}@db.example.com/shop'],
  ['basicauth', 'https://app:{word 16}@git.example.com/shop'],
  ['docker', 'dckr_pat_{word 27}'],
  ['figma', 'figd_{word 40}'],
  ['figma', 'figd_{word 120}'],
  ['github', 'ghp_{word 36}'],
  ['github', 'gho_{word 36}'],
  ['github', 'github_pat_{word 82}'],
  ['github', 'ghs_{digits 8}_{word 40}.{word 60}.{word 43}'],
  ['gitlab', 'glpat-{word 20}'],
  ['gitlab', 'glpat-{word 100}'],
  ['grafana', 'glc_{word 60}'],
  ['grafana', 'glsa_{word 32}_{hex 8}'],
  ['groq', 'gsk_{word 52}'],
  ['hashicorp-vault', 'hvs.{word 95}'],
  ['hashicorp-vault', 'hvb.{word 200}'],
  ['hashicorp-vault', 'hvr.{word 95}'],
  ['huggingface', 'hf_{letters 34}'],
  ['linear', 'lin_api_{word 40}'],
  ['notion', 'ntn_{digits 11}{word 35}'],
  ['npm', 'npm_{word 36}'],
  ['openai', 'sk-{word 20}T3BlbkFJ{word 20}'],
  ['openai', 'sk-proj-{word 74}T3BlbkFJ{word 74}'],
  ['sendgrid', 'SG.{word 22}.{word 43}'],
  ['shopify', 'shpat_{word 32}'],
  ['shopify', 'shpss_{word 64}'],
  ['slack', 'xoxb-{digits 12}-{digits 12}-{word 24}'],
  ['slack', 'https://hooks.slack.com/services/T{word 8}/B{word 8}/{word 24}'],
  ['stripe', 'sk_live_{word 24}'],
  ['stripe', 'rk_live_{word 99}'],
  ['tailscale', 'tskey-auth-{word 17}-{word 32}'],
  ['vercel', 'vcp_{word 24}'],
  ['vercel', 'vck_{word 56}'],
];

const tries = howMany({ fixed: 5, long: 500 });

test.each(shapes)(`what secretlint knows as %s is found in ${tries} of %s`, async (rule, shape) => {
  const random = new Random(testSeed());
  for (let count = 0; count < tries; count += 1) {
    const text = filled(shape, random);
    // Chance can make a text that both take for a sample.
    if (/EXAMPLE|xxxx|abcdefghij|1234567890|0{12}/i.test(text)) continue;
    const file = `# a note: ${text}\n`;
    expect(await secretlint('/a/file.yaml', file), text).toContain(rule);
    expect(
      findInText(file).length + scanFile('file.env', `${text}\n`).length,
      text,
    ).toBeGreaterThan(0);
  }
});

test('every rule of the preset has a shape above, or is held to something else', () => {
  const ids = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
  // Tests beside the rules have keys in all their forms; the last one is about comments.
  const elsewhere = ['1password', 'privatekey', 'gcp', 'filter-comments'];
  const known = new Set([...shapes.map(([rule]) => rule), ...elsewhere]);
  expect(ids.length).toBeGreaterThan(25);
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});
