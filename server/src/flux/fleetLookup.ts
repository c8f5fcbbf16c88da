import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import { isToldUnder } from '../secrets/toldTexts.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { FleetObjects } from './fleetObjects.ts';
import { variableEntries, type VariableEntry } from './variableSources.ts';
import { unknownMark, type VariableLookup, type VariableSource } from './variables.ts';

/**
 * Looks variables up among the objects of a cluster. The repository does not hold all of them: values that are encrypted,
 * or that another system gives, are not known, and of an object that stands nowhere nothing is. An optional object that
 * stands nowhere counts as absent.
 */
export function fleetLookup(objects: FleetObjects): VariableLookup {
  return (kind, namespace, name, { optional, at }) => {
    const plain = objects.find({ group: '', kind }, namespace, name);
    if (plain !== undefined) return sourceOfObject(plain);
    const made = kind === 'Secret' ? madeSecret(objects, namespace, name) : undefined;
    if (made !== undefined || optional) return made;
    return { entries: [], more: { kind: 'cluster', detail: `${kind}/${namespace}/${name}`, at } };
  };
}

/** Values that SOPS has encrypted keep their keys; those of a Secret in clear stay secret wherever they are put in. */
function sourceOfObject(resource: Resource): VariableSource {
  const { kind, namespace, name } = resource.id;
  const gap = ciphertext(`${kind}/${namespace}/${name}`);
  const entries = variableEntries(resource, () => undefined).map((entry) =>
    isCiphertext(entry.value)
      ? { ...entry, ...gap(entry.key, entry.at, entry.value) }
      : {
          ...entry,
          secret: kind === 'Secret' || isToldUnder([entry.key], entry.value) ? true : entry.secret,
        },
  );
  return { entries };
}

/** Source: getsops/sops aes/cipher.go `encre`: an encrypted value begins so, whatever the cipher. */
function isCiphertext(value: string): boolean {
  return /^ENC\[AES256_GCM,data:/.test(value);
}

/** A value that is not known, of an object. */
function ciphertext(object: string) {
  return (
    key: string,
    at: SourcePointer,
    written: string,
  ): Pick<VariableEntry, 'key' | 'value' | 'at' | 'unknown'> => ({
    key,
    value: unknownMark(key),
    at,
    // While what is written stays the same, so does the value.
    unknown: { kind: 'ciphertext', detail: `${object}#${key}`, at, otherwise: written },
  });
}

/** A Secret that a controller makes of an object that stands in the repository. */
function madeSecret(
  objects: FleetObjects,
  namespace: string,
  name: string,
): VariableSource | undefined {
  for (const sealed of objects.ofType({ group: 'bitnami.com', kind: 'SealedSecret' })) {
    const spec = readObject(sealed, () => undefined).map('spec');
    const template = spec?.map('template');
    const made = template?.map('metadata')?.text('name')?.value ?? sealed.id.name;
    if (sealed.id.namespace !== namespace || made !== name) continue;
    return { entries: keysOf(sealed, spec?.map('encryptedData'), template?.map('data')) };
  }
  for (const external of objects.ofType({ group: 'external-secrets.io', kind: 'ExternalSecret' })) {
    const spec = readObject(external, () => undefined).map('spec');
    const target = spec?.map('target');
    const made = target?.text('name')?.value ?? external.id.name;
    if (external.id.namespace !== namespace || made !== name) continue;
    return externalSecret(external, spec);
  }
  return undefined;
}

/** The keys are those of the template, where there is one; what `dataFrom` brings is not known. */
function externalSecret(resource: Resource, spec: ObjectReader | undefined): VariableSource {
  const { kind, namespace, name } = resource.id;
  const object = `${kind}/${namespace}/${name}`;
  const template = spec?.map('target')?.map('template')?.map('data');
  const dataFrom = spec?.field('dataFrom');
  const named = (spec?.list('data') ?? []).flatMap((entry) => {
    const key = entry.text('secretKey');
    const from = entry.map('remoteRef');
    const written = ['key', 'property', 'version'].map((one) => from?.text(one)?.value ?? '');
    return key === undefined ? [] : [ciphertext(object)(key.value, key.at, written.join('\n'))];
  });
  const more: RenderGap | undefined =
    dataFrom === undefined || template !== undefined
      ? undefined
      : { kind: 'cluster', detail: object, at: dataFrom.at };
  return { entries: template === undefined ? named : keysOf(resource, template), more };
}

/** Every key of maps, with a value that is not known. */
function keysOf(
  resource: Resource,
  ...maps: readonly (ObjectReader | undefined)[]
): readonly VariableEntry[] {
  const { kind, namespace, name } = resource.id;
  const gap = ciphertext(`${kind}/${namespace}/${name}`);
  return maps.flatMap((map) => {
    if (map?.node.kind !== 'map') return [];
    return map.node.keys.map((key) =>
      gap(key, map.field(key)?.at ?? map.at, map.text(key)?.value ?? ''),
    );
  });
}
