import {
  Disposable,
  EventEmitter,
  Uri,
  workspace,
  type CancellationToken,
  type TextDocumentContentProvider,
} from 'vscode';
import {
  impactTextMethod,
  type ImpactText,
  type ImpactTextParams,
} from '../../../server/src/protocol/impact.ts';
import { renderedEnding } from '../../../server/src/protocol/renderedDocument.ts';
import type { Server } from '../server.ts';
import type { ResourceNode } from './impactNodes.ts';
import type { ImpactModel } from './impactModel.ts';

const scheme = 'strata-impact';

/** The two sides of an object that differs, as documents that follow what is typed. Values of Secrets are masked. */
export class ImpactDocuments implements TextDocumentContentProvider, Disposable {
  private readonly server: Server;
  private readonly changed = new EventEmitter<Uri>();
  private readonly subscriptions: Disposable;

  readonly onDidChange = this.changed.event;

  constructor(server: Server, model: ImpactModel) {
    this.server = server;
    this.subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(scheme, this),
      model.onDidChange(() => {
        for (const { uri } of workspace.textDocuments) {
          if (uri.scheme === scheme) this.changed.fire(uri);
        }
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const asked = parseImpactUri(uri);
    if (asked === undefined) return '';
    const text = await this.server.ask<ImpactText>(impactTextMethod, asked.params, token);
    return text?.[asked.side] ?? '';
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }
}

/** The addresses of an object before and after. */
export function impactUris(
  params: Omit<ImpactTextParams, 'resource'>,
  { resource, where }: Pick<ResourceNode, 'resource' | 'where'>,
): { readonly before: Uri; readonly after: Uri } {
  const asked: ImpactTextParams = { ...params, resource: resource.id };
  const path = `/${where}/${resource.kind} ${resource.name}${renderedEnding}`;
  const at = (side: 'before' | 'after'): Uri => {
    return Uri.from({ scheme, path, query: JSON.stringify(asked), fragment: side });
  };
  return { before: at('before'), after: at('after') };
}

function parseImpactUri({
  query,
  fragment,
}: Uri): { readonly params: object; readonly side: 'before' | 'after' } | undefined {
  const params: unknown = JSON.parse(query);
  const isKnown = typeof params === 'object' && params !== null;
  if (!isKnown || (fragment !== 'before' && fragment !== 'after')) return undefined;
  return { params, side: fragment };
}
