import type { TextSecret } from './textSecret.ts';

/** The shape of one provider's token. `near` is a text without which the pattern cannot match. */
interface TokenPattern {
  readonly what: string;
  readonly near: string;
  readonly pattern: RegExp;
}

/**
 * Finds tokens of providers by their shape. All patterns take time in proportion to the text: no repetition stands inside of
 * another, and all have a bound.
 *
 * Source: the pages of the providers on the shape of their tokens, and gitleaks v8 `config/gitleaks.toml` (MIT) for the
 * shapes that those do not give.
 */
export function findTokens(text: string): TextSecret[] {
  const found: TextSecret[] = [];
  for (const { what, near, pattern } of patterns) {
    if (!text.includes(near)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.secret ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      if (isSample(value)) continue;
      found.push({ rule: 'secrets.token', start, end: start + value.length, what });
    }
  }
  if (text.includes('eyJ')) findWebTokens(text, found);
  return found;
}

/** The id of a key of AWS, which is no secret without its other half. */
export const accessKey = 'AWS access key';

/** Whether the other half of a key of AWS stands in clear in a text: 40 characters, or what its key says. */
export function hasAccessKeySecret(text: string): boolean {
  const named =
    /secret[-_]?access[-_]?key(?:[-_]value)?["']?\s{0,4}[:=]\s{0,4}["']?([^\s"'{$<[&*|]{8,})/gi;
  for (const [, value = ''] of text.matchAll(named)) if (!value.startsWith('ENC')) return true;
  for (const [half] of text.matchAll(/(?<![\w+/-])[A-Za-z0-9/+]{40}(?![\w+/=])/g))
    if (/[A-Z]/.test(half) && /[a-z]/.test(half) && /\d/.test(half)) return true;
  return false;
}

/** Whether a text is the id of a key of AWS and nothing else. */
export function isAccessKeyId(text: string): boolean {
  return /^(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/.test(text);
}

/** What documentation shows in place of a token. */
function isSample(value: string): boolean {
  return (
    /EXAMPLE|example|xxxx|XXXX|\.\.\.|\*\*\*|(\d)\1{11}|1234567890|abcdefghij|placeholder/.test(
      value,
    ) ||
    // Words behind the head of a token: `xoxb-live-token-value`.
    /^xox[a-z](?:-[a-z]+)+$/.test(value)
  );
}

/** Three parts, and a header that names its algorithm. Source: RFC 7519. */
function findWebTokens(text: string, found: TextSecret[]): void {
  const pattern = /\beyJ[\w-]{10,4000}\.eyJ[\w-]{8,8000}\.[\w-]{16,2000}/g;
  for (const match of text.matchAll(pattern)) {
    const header = decoded(match[0].slice(0, match[0].indexOf('.')));
    if (!header.includes('"alg"')) continue;
    const end = match.index + match[0].length;
    found.push({ rule: 'secrets.token', start: match.index, end, what: 'JSON web token' });
  }
}

function decoded(part: string): string {
  const text = part.replaceAll('-', '+').replaceAll('_', '/');
  return text.length % 4 === 1 ? '' : atob(text);
}

function token(what: string, near: string, source: string): TokenPattern {
  return { what, near, pattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w-])`, 'g') };
}

const patterns: readonly TokenPattern[] = [
  token(accessKey, 'A', '(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}'),
  token('GitHub token', 'gh', 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  // Of an installation: its id, and a JSON web token behind it.
  token('GitHub token', 'ghs_', 'ghs_\\d{1,20}_[\\w-]{1,1000}\\.[\\w-]{1,4000}\\.[\\w-]{1,1000}'),
  token('GitHub token', 'github_pat_', 'github_pat_[A-Za-z0-9_]{60,100}'),
  token('GitLab token', 'gl', 'gl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|agent)-[\\w-]{20,300}'),
  token('Slack token', 'xox', 'xox[abeoprs]-[\\w-]{10,200}'),
  token('Slack token', 'xapp-', 'xapp-\\d-[A-Z0-9]{8,20}-\\d+-[a-z0-9]{20,80}'),
  token(
    'Slack webhook',
    'hooks.slack.com/',
    'https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,80}',
  ),
  token(
    'Discord webhook',
    '/api/webhooks/',
    'https://(?:\\w+\\.)?discord(?:app)?\\.com/api/webhooks/\\d{15,21}/[\\w-]{40,100}',
  ),
  token(
    'Teams webhook',
    '.webhook.office.com/',
    'https://[\\w-]+\\.webhook\\.office\\.com/webhookb2/[\\w-]{36}@[\\w-]{36}/IncomingWebhook/[\\w/-]{32,80}',
  ),
  token('Telegram bot token', ':A', '\\d{8,10}:A[A-Za-z0-9_-]{34}'),
  token('Stripe key', '_live_', '[sr]k_live_[A-Za-z0-9]{16,120}'),
  token('Stripe webhook secret', 'whsec_', 'whsec_[A-Za-z0-9+/=]{24,80}'),
  token('OpenAI key', 'T3BlbkFJ', 'sk-[\\w-]{20,120}T3BlbkFJ[\\w-]{20,120}'),
  token('Anthropic key', 'sk-ant-', 'sk-ant-[\\w-]{40,150}'),
  token('Hugging Face token', 'hf_', 'hf_[A-Za-z]{34}'),
  token('Google API key', 'AIza', 'AIza[\\w-]{35}'),
  token('Google OAuth secret', 'GOCSPX-', 'GOCSPX-[\\w-]{28}'),
  token('Grafana token', 'gls', 'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'),
  token('Grafana Cloud token', 'glc_', 'glc_[A-Za-z0-9+/]{32,400}={0,3}'),
  token('SendGrid key', 'SG.', 'SG\\.[\\w-]{22}\\.[\\w-]{43}'),
  token('Mailgun key', 'key-', 'key-[0-9a-f]{32}'),
  token('Mailchimp key', '-us', '[0-9a-f]{32}-us\\d{1,2}'),
  token('Twilio key', 'SK', 'SK[0-9a-f]{32}'),
  token('npm token', 'npm_', 'npm_\\w{36}'),
  token('PyPI token', 'pypi-AgEI', 'pypi-AgEI[\\w-]{50,1000}'),
  token('RubyGems token', 'rubygems_', 'rubygems_[0-9a-f]{48}'),
  token('Docker token', 'dckr_', 'dckr_(?:pat|oat)_[\\w-]{27,40}'),
  token('Artifactory key', 'AKCp', 'AKCp[A-Za-z0-9]{69,75}'),
  token('Databricks token', 'dapi', 'dapi[0-9a-f]{32}(?:-\\d)?'),
  token('DigitalOcean token', '_v1_', 'do[opr]_v1_[0-9a-f]{64}'),
  token('Terraform Cloud token', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}'),
  token('Vault token', 'hv', 'hv[sbr]\\.[\\w-]{24,300}'),
  token('Pulumi token', 'pul-', 'pul-[0-9a-f]{40}'),
  token('Sentry token', 'sntry', 'sntrys_eyJ[A-Za-z0-9+/=_-]{40,400}'),
  token('Sentry token', 'sntryu_', 'sntryu_[0-9a-f]{64}'),
  token('Doppler token', 'dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,60}'),
  token('Linear key', 'lin_api_', 'lin_api_\\w{32,128}'),
  token('Notion token', 'ntn_', 'ntn_[A-Za-z0-9]{40,60}'),
  token('Postman key', 'PMAK-', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  token('New Relic key', 'NRAK-', 'NRAK-[A-Z0-9]{27}'),
  token('Shopify token', 'shp', 'shp(?:at|ca|pa|ss)_[0-9a-zA-Z]{32,64}'),
  token('Tailscale key', 'tskey-', 'tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,60}'),
  token('1Password token', 'ops_eyJ', 'ops_eyJ[A-Za-z0-9+/=_-]{200,2000}'),
  token('Azure secret', 'Q~', '[\\w~.-]{3}\\dQ~[\\w~.-]{31,34}'),
  token('Groq key', 'gsk_', 'gsk_[A-Za-z0-9]{52}'),
  token('Figma token', 'figd_', 'figd_[\\w-]{36,200}'),
  token('Cloudflare key', 'v1.0-', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'),
  token('Cloudflare key', 'cf', 'cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}'),
  token('Vercel token', 'vc', 'vc[piark]_[A-Za-z0-9]{20,60}'),
  token('OpenRouter key', 'sk-or-', 'sk-or-v1-[0-9a-f]{64}'),
  token('NVIDIA key', 'nvapi-', 'nvapi-[\\w-]{60,70}'),
  token('Replicate token', 'r8_', 'r8_[A-Za-z0-9]{37,40}'),
  token('Atlassian token', 'ATATT3', 'ATATT3[\\w=-]{180,200}'),
  token('Supabase token', 'sb', 'sb(?:p_[0-9a-f]{40}|_secret_[\\w-]{22,60})'),
  token('PlanetScale token', 'pscale_', 'pscale_(?:tkn|pw|oauth)_[\\w=.-]{32,64}'),
  token('Buildkite token', 'bkua_', 'bkua_[0-9a-f]{40}'),
  token('LangSmith key', 'lsv2_', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'),
  token('Sourcegraph token', 'sgp_', 'sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}'),
  token('Confluent secret', 'cflt', 'cflt[A-Za-z0-9+/]{60}'),
  token('k3s token', '::server:', 'K10[0-9a-f]{64}::server:[0-9a-f]{32,64}'),
];
