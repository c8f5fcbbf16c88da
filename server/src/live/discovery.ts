import { ApiError, failureOf } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { isObject, parseObject, textOf } from './parseApi.ts';

/** Where the objects of a kind are found on a server. */
export interface ResourceType {
  /** The plural, such as `deployments`. */
  readonly name: string;
  readonly namespaced: boolean;
}

/** What a server serves, group by group: asked once each, and again after an hour. */
export class Discovery {
  private readonly connection: Pick<KubeConnection, 'get'>;
  private readonly now: () => number;
  private readonly known = new Map<
    string,
    { readonly at: number; readonly types: Promise<ReadonlyMap<string, ResourceType>> }
  >();

  /** Whether the server has shown that it is one of Kubernetes. */
  private isConfirmed = false;

  constructor(connection: Pick<KubeConnection, 'get'>, now: () => number) {
    this.connection = connection;
    this.now = now;
  }

  /** The type of a kind; `undefined` where the server does not serve it. Throws `ApiError` where it gives no answer. */
  async type(
    apiVersion: string,
    kind: string,
    signal: AbortSignal,
  ): Promise<ResourceType | undefined> {
    const known = this.known.get(apiVersion);
    if (known !== undefined && this.now() - known.at < 3_600_000) {
      return (await known.types).get(kind);
    }
    const types = this.ask(apiVersion, signal);
    this.known.set(apiVersion, { at: this.now(), types });
    try {
      return (await types).get(kind);
    } catch (error) {
      this.known.delete(apiVersion);
      throw error;
    }
  }

  /** Throws `ApiError` where the server serves no API at all: what such a one does not have, a cluster may have. */
  async confirm(signal: AbortSignal): Promise<void> {
    for (const path of ['/apis', '/api']) {
      if (this.isConfirmed) return;
      try {
        this.isConfirmed = parseObject(await this.connection.get(path, signal)) !== undefined;
      } catch (error) {
        const { kind } = failureOf(error);
        if (kind !== 'forbidden' && kind !== 'notFound') throw error;
        // Who may not ask that is answered nevertheless.
        this.isConfirmed ||= kind === 'forbidden';
      }
    }
    if (!this.isConfirmed) throw new ApiError({ kind: 'notFound', detail: 'no API' });
  }

  /** Forgets what does not exist yet: a custom resource may be there by now. */
  forget(apiVersion: string): void {
    this.known.delete(apiVersion);
  }

  private async ask(
    apiVersion: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ResourceType>> {
    let text: string;
    try {
      text = await this.connection.get(groupPath(apiVersion), signal);
    } catch (error) {
      if (failureOf(error).kind !== 'notFound') throw error;
      await this.confirm(signal);
      return new Map();
    }
    const resources = parseObject(text)?.['resources'];
    const list = Array.isArray(resources) ? resources.filter(isObject) : [];
    return new Map(
      list
        // A subresource, such as `deployments/scale`, has a slash in its name.
        .filter((one) => !textOf(one['name']).includes('/'))
        .map((one) => [
          textOf(one['kind']),
          { name: textOf(one['name']), namespaced: one['namespaced'] === true },
        ]),
    );
  }
}

/** The path of a group and version. */
export function groupPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** The path of a list of objects. */
export function listPath(
  apiVersion: string,
  { name, namespaced }: ResourceType,
  namespace: string,
): string {
  const within =
    namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${groupPath(apiVersion)}${within}/${name}`;
}
