import type { ApiFailure } from './apiFailure.ts';
import { below, isObject, textOf, type KubeObject } from './parseApi.ts';

/** What a refusal means; its words may quote what was asked for, and are not kept. */
export async function refusal(response: Response): Promise<ApiFailure> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) return { kind: 'notFound', detail: 'redirect' };
  switch (status) {
    case 400:
      // Source: argo-cd 3.2 util/argo/argo.go `ErrAnotherOperationInProgress`.
      return {
        kind: 'serverError',
        status,
        detail: /another operation is already in progress/.test(await shortText(response))
          ? 'busy'
          : '',
      };
    case 401:
      return { kind: 'authRequired', detail: 'token' };
    case 403:
      return { kind: 'forbidden', detail: 'token' };
    case 404:
      return { kind: 'notFound', detail: '' };
    case 429:
    case 503: {
      const seconds = Number(headers.get('retry-after') ?? Number.NaN);
      return {
        kind: 'throttled',
        retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined,
      };
    }
    default:
      return { kind: 'serverError', status, detail: '' };
  }
}

/** The beginning of an answer; `''` where it cannot be read. */
async function shortText({ body }: Response): Promise<string> {
  try {
    for await (const part of body ?? []) {
      const bytes: unknown = part;
      return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes.slice(0, 4096)) : '';
    }
  } catch {
    // What it would have said does not matter.
  }
  return '';
}

/** `fetch` hides what went wrong behind an error of its own. */
export function causeOf(error: unknown): unknown {
  return error instanceof TypeError && error.cause !== undefined ? error.cause : error;
}

/** Source: argo-cd 3.2 server/settings/settings.go: overrides by `GROUP/KIND`, and one entry for all. */
export function settingsOf(settings: KubeObject | undefined): KubeObject | undefined {
  if (settings === undefined) return undefined;
  const data: Record<string, string> = {
    'application.resourceTrackingMethod': textOf(settings['trackingMethod']),
    'application.instanceLabelKey': textOf(settings['appLabelKey']),
  };
  const overrides = settings['resourceOverrides'];
  for (const [key, value] of Object.entries(isObject(overrides) ? overrides : {})) {
    const name = key === '*/*' ? 'all' : key.replace(/^\//, '').replace('/', '_');
    data[`resource.customizations.ignoreDifferences.${name}`] = textOf(
      below(value, 'ignoreDifferences'),
    );
  }
  return { kind: 'ConfigMap', data };
}
