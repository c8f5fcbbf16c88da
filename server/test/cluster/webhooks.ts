import { createServer } from 'node:https';
import type { KubeServer } from '../kubeServer.ts';

/** Webhooks of admission that a server calls over HTTPS, for objects with the label `df`. */
export interface Webhooks {
  /** How many requests wait for an answer. */
  readonly held: () => number;
  /** Answers them, and all that come. */
  readonly release: () => void;
  readonly close: () => void;
}

const kinds = {
  rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['*'] }],
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Fail',
} as const;

/**
 * Serves three webhooks: for objects with `df: mut` one that adds `data.injected`, for those with `df: held` one that answers
 * only after `release`, for those with `df: legacy` one that says of itself that it has effects, which a server takes only from
 * before 1.22: it is put where the server keeps it.
 */
export async function serveWebhooks(server: KubeServer): Promise<Webhooks> {
  const { cert, key } = server.certificate;
  let holds: (() => void)[] | undefined = [];
  const listener = createServer({ cert, key }, (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const review = JSON.parse(text) as { readonly request: { readonly uid: string } };
      const patch = JSON.stringify([{ op: 'add', path: '/data/injected', value: 'yes' }]);
      const change = {
        patchType: 'JSONPatch',
        patch: Buffer.from(patch).toString('base64'),
      };
      const answer = {
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        response: {
          uid: review.request.uid,
          allowed: true,
          ...(request.url?.startsWith('/mutate') === true && change),
        },
      };
      response.setHeader('Content-Type', 'application/json');
      const send = (): void => {
        response.end(JSON.stringify(answer));
      };
      if (request.url?.startsWith('/hold') === true && holds !== undefined) holds.push(send);
      else send();
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = listener.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const clientConfig = (path: string): object => ({
    url: `https://127.0.0.1:${port}${path}`,
    caBundle: Buffer.from(cert).toString('base64'),
  });
  const about = (value: string): object => ({ objectSelector: { matchLabels: { df: value } } });
  const called = (path: string): object => ({
    ...kinds,
    sideEffects: 'None',
    timeoutSeconds: 30,
    clientConfig: clientConfig(path),
  });
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const { status, body } = await server.request(
    'admin',
    'POST',
    `/apis/${apiVersion}/mutatingwebhookconfigurations`,
    {
      apiVersion,
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'inject' },
      webhooks: [
        { name: 'inject.df.example', ...called('/mutate'), ...about('mut') },
        { name: 'hold.df.example', ...called('/hold'), ...about('held') },
      ],
    },
  );
  if (status !== 201) throw new Error(body);
  await server.store('/registry/validatingwebhookconfigurations/legacy', {
    apiVersion,
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'legacy', uid: 'legacy', creationTimestamp: '2021-01-01T00:00:00Z' },
    webhooks: [
      {
        name: 'legacy.df.example',
        sideEffects: 'Some',
        clientConfig: clientConfig('/validate'),
        ...about('legacy'),
        ...kinds,
      },
    ],
  });
  const release = (): void => {
    for (const send of holds ?? []) send();
    holds = undefined;
  };
  return {
    held: () => holds?.length ?? 0,
    release,
    close: () => {
      release();
      listener.closeAllConnections();
      listener.close();
    },
  };
}
