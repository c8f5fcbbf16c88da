import { connect, createServer, type Server, type Socket } from 'node:net';

type Mode = 'forward' | 'corrupt' | 'dead';

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  mode: Mode;
}

/** A network between a program and a server on this machine, which can do what networks do. */
export class BadProxy {
  /** The address that stands for that of the server. */
  readonly url: string;
  private readonly listener: Server;
  private readonly pairs: Set<Pair>;
  private readonly network: { swallows: boolean; holds: (() => void)[] | undefined };

  private constructor(
    url: string,
    listener: Server,
    pairs: Set<Pair>,
    network: BadProxy['network'],
  ) {
    this.url = url;
    this.listener = listener;
    this.pairs = pairs;
    this.network = network;
  }

  /** Listens on a port of its own, in front of the server of an address. */
  static async open(target: string): Promise<BadProxy> {
    const { hostname, port } = new URL(target);
    const pairs = new Set<Pair>();
    const network: BadProxy['network'] = { swallows: false, holds: undefined };
    const listener = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      const pair: Pair = { client, upstream, mode: network.swallows ? 'dead' : 'forward' };
      pairs.add(pair);
      client.on('close', () => {
        pairs.delete(pair);
        upstream.destroy();
      });
      forward(pair, network);
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const address = listener.address();
    const own = typeof address === 'object' ? (address?.port ?? 0) : 0;
    return new BadProxy(`https://127.0.0.1:${own}`, listener, pairs, network);
  }

  /** How many connections are open. */
  get open(): number {
    return this.pairs.size;
  }

  /** Resets every connection. */
  kill(): void {
    for (const { client } of this.pairs) client.resetAndDestroy();
  }

  /** Turns one byte of the next part that the server sends on each connection. */
  corrupt(): void {
    for (const pair of this.pairs) pair.mode = 'corrupt';
  }

  /** From now on nothing comes through, and nobody is told: neither on what is open nor on what is opened. */
  swallow(): void {
    this.network.swallows = true;
    for (const pair of this.pairs) pair.mode = 'dead';
  }

  /** What is opened from now on is forwarded; what was open before stays as dead as it is. */
  mend(): void {
    this.network.swallows = false;
  }

  /** Keeps back all that is sent, until `release`. */
  hold(): void {
    this.network.holds ??= [];
  }

  /** Sends what was kept back. */
  release(): void {
    const { holds = [] } = this.network;
    this.network.holds = undefined;
    for (const send of holds) send();
  }

  close(): void {
    this.listener.close();
    for (const { client } of this.pairs) client.destroy();
  }
}

function forward(pair: Pair, network: BadProxy['network']): void {
  const { client, upstream } = pair;
  const pass = (target: Socket, bytes: Buffer): void => {
    if (pair.mode === 'dead') return;
    const send = (): void => {
      if (!target.destroyed) target.write(bytes);
    };
    if (network.holds === undefined) send();
    else network.holds.push(send);
  };
  client.on('data', (bytes: Buffer) => {
    pass(upstream, bytes);
  });
  upstream.on('data', (bytes: Buffer) => {
    if (pair.mode === 'corrupt') {
      pair.mode = 'forward';
      const last = bytes.length - 1;
      bytes[last] = (bytes[last] ?? 0) ^ 1;
    }
    pass(client, bytes);
  });
  // A reset is what this is made for.
  client.on('error', () => undefined);
  upstream.on('error', () => undefined);
  upstream.on('close', () => {
    // The end of a connection does not come through either; whoever waits for it has to give up by himself.
    if (pair.mode !== 'dead') client.destroy();
  });
}
