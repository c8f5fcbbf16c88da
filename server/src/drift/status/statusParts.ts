import { at, below, isMap, itemsOf, without, type JsonMap } from '../json.ts';

/**
 * The parts of an object of a controller that its status is told by. An Application of forty resources is thirty times as
 * big: what it says of resources that are as they should be, and who wrote which field.
 */
export function statusParts(unit: JsonMap): JsonMap {
  const { metadata, status } = unit;
  return {
    ...unit,
    ...(isMap(metadata) ? { metadata: without(metadata, 'managedFields') } : {}),
    ...(isMap(status) ? { status: partsOfStatus(status) } : {}),
  };
}

function partsOfStatus(status: JsonMap): JsonMap {
  const kept = without(status, 'summary', 'resources', 'inventory', 'operationState');
  const operation = at(status, 'operationState');
  return {
    ...kept,
    ...('resources' in status
      ? { resources: itemsOf(status['resources']).filter((one) => at(one, 'status') !== 'Synced') }
      : {}),
    ...(isMap(operation) ? { operationState: partsOfOperation(operation) } : {}),
  };
}

function partsOfOperation(operation: JsonMap): JsonMap {
  const result = at(operation, 'syncResult');
  if (!isMap(result)) return operation;
  const told = itemsOf(below(result, 'resources')).filter(
    (one) => at(one, 'status') === 'SyncFailed' || at(one, 'hookPhase') !== undefined,
  );
  return { ...operation, syncResult: { ...result, resources: told } };
}
