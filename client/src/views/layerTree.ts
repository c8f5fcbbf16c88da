import type {
  LayerApplication,
  LayerNode,
  LayersAnswer,
} from '../../../server/src/protocol/layers.ts';

/** The two ways to look at layers: applications and what they are made of, or layers and who builds on them. */
export type LayerMode = 'applications' | 'users';

/** What the view shows, still without words. */
export type LayerItem = FamilyItem | LayerOfTree | ReaderItem;

/** An application, with the layers that it is made of on all its clusters. */
export interface FamilyItem {
  readonly kind: 'family';
  readonly id: string;
  readonly name: string;
  readonly clusters: number;
  readonly isProduction: boolean;
  /** One of its applications, for what is asked about all. */
  readonly application: LayerApplication | undefined;
  readonly children: readonly LayerItem[];
}

/** A layer, with who reads it. */
export interface LayerOfTree {
  readonly kind: 'layer';
  readonly id: string;
  readonly layer: LayerNode;
  /** The folder as it is told here: without what all layers around it have in common. */
  readonly label: string;
  readonly readers: readonly LayerApplication[];
  /** Whether all clusters of the application above it read it. */
  readonly isForAll: boolean;
  readonly children: readonly LayerItem[];
}

/** An application on a cluster that reads the layer above. */
export interface ReaderItem {
  readonly kind: 'reader';
  readonly id: string;
  readonly application: LayerApplication;
  readonly label: string;
}

/** The roots of the tree in a mode. */
export function layerTree(answer: LayersAnswer, mode: LayerMode): readonly LayerItem[] {
  return mode === 'applications' ? families(answer) : grounds(answer);
}

function families({ layers, applications }: LayersAnswer): readonly FamilyItem[] {
  const groups = Map.groupBy(applications, ({ tree, family, kind }) =>
    JSON.stringify([tree, family, kind]),
  );
  return [...groups]
    .map(([key, own]) => familyItem(key, own, layers))
    .sort((a, b) => compare(a.name, b.name));
}

function familyItem(
  id: string,
  own: readonly LayerApplication[],
  layers: readonly LayerNode[],
): FamilyItem {
  return {
    kind: 'family',
    id,
    name: own[0]?.family ?? '',
    clusters: new Set(own.map(({ cluster }) => cluster)).size,
    isProduction: own.some((one) => one.isProduction),
    application: own[0],
    // Told when somebody opens it: fleets are big.
    get children() {
      return layersOfFamily(id, own, layers);
    },
  };
}

function layersOfFamily(
  id: string,
  own: readonly LayerApplication[],
  layers: readonly LayerNode[],
): readonly LayerOfTree[] {
  const readers = new Map<number, LayerApplication[]>();
  for (const application of own) {
    for (const place of closure(application.starts, layers)) {
      const known = readers.get(place);
      if (known === undefined) readers.set(place, [application]);
      else known.push(application);
    }
  }
  const starts = own.flatMap((one) => one.starts.flatMap((place) => layers[place]?.path ?? []));
  const prefix = commonFolder(starts);
  return [...readers]
    .flatMap(([place, by]) => {
      const layer = layers[place];
      return layer === undefined ? [] : [{ layer, by }];
    })
    .sort(
      (a, b) => ranks[a.layer.role] - ranks[b.layer.role] || compare(a.layer.path, b.layer.path),
    )
    .map(({ layer, by }): LayerOfTree => {
      const layerId = `${id} ${layer.path}`;
      return {
        kind: 'layer',
        id: layerId,
        layer,
        label: labelBelow(prefix, layer.path),
        readers: by,
        isForAll: by.length === own.length,
        children: by.map((application) => readerItem(layerId, application, { withFamily: false })),
      };
    });
}

/** Layers that others build on, and below each who does, down to the clusters. */
function grounds({ layers, applications }: LayersAnswer): readonly LayerOfTree[] {
  const started = applications.flatMap((application) =>
    application.starts.map((place) => ({ place, application })),
  );
  const own = Map.groupBy(started, ({ place }) => place);
  const readersOf = readersByLayer(layers, own);
  const below = (place: number, above: string, seen: readonly number[]): LayerOfTree[] => {
    const layer = layers[place];
    if (layer === undefined || seen.includes(place)) return [];
    const id = `${above}\n${layer.tree}/${layer.path}`;
    return [
      {
        kind: 'layer',
        id,
        layer,
        label: layer.path === '' ? '.' : layer.path,
        readers: readersOf(place),
        isForAll: false,
        get children() {
          return [
            ...layer.users.flatMap((user) => below(user, id, [...seen, place])),
            ...(own.get(place) ?? []).map(({ application }) =>
              readerItem(id, application, { withFamily: true }),
            ),
          ];
        },
      },
    ];
  };
  return layers.flatMap(({ role, users }, place) =>
    users.length > 0 && (role === 'base' || role === 'component') ? below(place, '', []) : [],
  );
}

/** Tells the applications that read a layer, whatever lies between; each layer is looked at once. */
function readersByLayer(
  layers: readonly LayerNode[],
  own: ReadonlyMap<number, readonly { readonly application: LayerApplication }[]>,
): (place: number) => readonly LayerApplication[] {
  const known = new Map<number, ReadonlySet<LayerApplication>>();
  const find = (place: number): ReadonlySet<LayerApplication> => {
    const before = known.get(place);
    if (before !== undefined) return before;
    const found = new Set((own.get(place) ?? []).map(({ application }) => application));
    // Layers that name each other end here.
    known.set(place, found);
    for (const user of layers[place]?.users ?? []) for (const one of find(user)) found.add(one);
    return found;
  };
  return (place) => [...find(place)];
}

function readerItem(
  above: string,
  application: LayerApplication,
  { withFamily }: { readonly withFamily: boolean },
): ReaderItem {
  const { cluster = '?', family, uri } = application;
  const label = withFamily ? `${family} · ${cluster}` : cluster;
  return { kind: 'reader', id: `${above} ${uri}`, application, label };
}

/** The layers that are reached from some, themselves among them. */
function closure(starts: readonly number[], layers: readonly LayerNode[]): ReadonlySet<number> {
  const reached = new Set(starts);
  for (const place of reached) for (const base of layers[place]?.bases ?? []) reached.add(base);
  return reached;
}

const ranks: Readonly<Record<LayerNode['role'], number>> = {
  base: 0,
  standalone: 0,
  chart: 0,
  folder: 0,
  overlay: 1,
  component: 2,
};

/** The deepest folder that all folders lie in; `''` for the top. For one folder, the one above it. */
function commonFolder(folders: readonly string[]): string {
  const [first = '', ...rest] = folders.map((folder) => folder.split('/').slice(0, -1).join('/'));
  let common = first.split('/');
  for (const folder of rest) {
    const other = folder.split('/');
    const end = common.findIndex((segment, index) => segment !== other[index]);
    common = end < 0 ? common : common.slice(0, end);
  }
  // `apps/checkout/clusters` and its neighbours are told from `apps/checkout` on.
  return common.slice(0, Math.max(common.length - 1, 0)).join('/');
}

function labelBelow(prefix: string, path: string): string {
  if (path === '') return '.';
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
